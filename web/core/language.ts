// The language in which tables and the engine speak. The page sets it; sessions follow. The engine has English words only: those of
// another language are given to it.
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

/** Takes the words of a language, before it is spoken. */
export function learn(code: string, catalogue: Catalogue | Uint8Array): void {
  learnt.set(code, catalogue instanceof Uint8Array ? catalogue : packed(catalogue));
}

/** The words of a language as the engine reads them; English has none. A worker is given them with the language. */
export function wordsOf(code: string): Uint8Array | undefined {
  return learnt.get(code);
}

/** As web/wasm/words.c reads it: by key, in the order of bytes, which is that of JavaScript for all but rare characters. */
function packed(catalogue: Catalogue): Uint8Array {
  const keys = Object.keys(catalogue).sort();
  return new TextEncoder().encode(keys.map((key) => `${key}\0${catalogue[key]}\0`).join(''));
}

export function onSpeak(follow: (language: string) => void): () => void {
  followers.add(follow);
  return () => followers.delete(follow);
}

/** A sentence of core in the language of the page. A worker has English; what it says is translated by the page. */
export function t(english: string): string {
  return words(english);
}
