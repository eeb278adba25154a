// Words for people. English sentences are the keys; other languages come from the one catalogue
// (i18n/*.po, made into JSON by the build). {0} is a place to fill; {0|card|cards} chooses by the value's number, or
// the number that it begins with.
export type Language = 'en' | 'es';
export type Catalogue = Record<string, string>;

export function render(sentence: string, args: readonly (string | number)[]): string {
  return sentence.replace(/\{(\d)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, place: string, one?: string, many?: string) => {
    const value = args[Number(place)];
    if (one === undefined || many === undefined) return String(value ?? '');
    return Number.parseInt(String(value), 10) === 1 ? one : many;
  });
}

export function translator(catalogue: Catalogue | null) {
  return (english: string, ...args: (string | number)[]) =>
    render(find(catalogue, english) ?? english.replace(/^.*\u0004/, ''), args);
}

/** A key may begin with contexts, each with \u0004 after it; if there is no such key, the last context is left out. */
function find(catalogue: Catalogue | null, key: string): string | undefined {
  if (!catalogue) return undefined;
  const parts = key.split('\u0004');
  const word = parts.pop()!;
  for (;;) {
    const found = catalogue[[...parts, word].join('\u0004')];
    if (found !== undefined || parts.pop() === undefined) return found;
  }
}

export type Translate = ReturnType<typeof translator>;

export const capital = (words: string) => words.charAt(0).toLocaleUpperCase() + words.slice(1);

/** Words as a sentence: with a capital letter and a full stop. */
export const sentence = (words: string) => capital(words).replace(/[^.!?]$/, '$&.');
