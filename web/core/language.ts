// The language in which tables and the engine speak. The page sets it; sessions follow. The engine has only English
// words: the page gives it those of other languages.
import type { Catalogue, Translate } from './i18n';

let language = 'en';
let words: (english: string) => string = (english) => english;
const learnt = new Map<string, Uint8Array>();
const followers = new Set<(language: string) => void>();

export function spoken(): string {
  return language;
}

/** `translate`: for the sentences of core itself. */
export function speak(code: string, translate?: Translate): void {
  if (translate) words = translate;
  if (code === language) return;
  language = code;
  for (const follow of followers) follow(code);
}

/** Takes the words of a language; this comes before speaking it. */
export function learn(code: string, catalogue: Catalogue | Uint8Array): void {
  learnt.set(code, catalogue instanceof Uint8Array ? catalogue : packed(catalogue));
}

/** The words of a language as the engine reads them; English has none. A worker gets them together with the
 *  language. */
export function wordsOf(code: string): Uint8Array | undefined {
  return learnt.get(code);
}

/** As web/wasm/words.c reads them: sorted by the bytes of the keys. JavaScript sorts the same way, except for rare
 *  characters. */
function packed(catalogue: Catalogue): Uint8Array {
  const keys = Object.keys(catalogue).sort();
  return new TextEncoder().encode(keys.map((key) => `${key}\0${catalogue[key]}\0`).join(''));
}

export function onSpeak(follow: (language: string) => void): () => void {
  followers.add(follow);
  return () => followers.delete(follow);
}

/** A sentence of core in the language of the page. A worker speaks English, and the page translates what it says. */
export function t(english: string): string {
  return words(english);
}
