// The language in which tables and the engine speak. The page sets it; sessions follow.
let language = 'en';
const followers = new Set<(language: string) => void>();

export function spoken(): string {
  return language;
}

export function speak(code: string): void {
  if (code === language) return;
  language = code;
  for (const follow of followers) follow(code);
}

export function onSpeak(follow: (language: string) => void): () => void {
  followers.add(follow);
  return () => followers.delete(follow);
}
