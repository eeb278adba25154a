// The language in which tables and the engine speak. The page sets it; sessions follow.
import type { Translate } from './i18n';

let language = 'en';
let words: (english: string) => string = (english) => english;
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

export function onSpeak(follow: (language: string) => void): () => void {
  followers.add(follow);
  return () => followers.delete(follow);
}

/** A sentence of core in the language of the page. A worker has English; what it says is translated by the page. */
export function t(english: string): string {
  return words(english);
}
