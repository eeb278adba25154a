// Words for people. English sentences are the keys; other languages come from the one catalogue
// (i18n/*.po, made into JSON by the build). {0} is a place to fill, {0|card|cards} chooses by number.
export type Language = 'en' | 'es';
type Catalogue = Record<string, string>;

export function render(sentence: string, args: readonly (string | number)[]): string {
  return sentence.replace(/\{(\d)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, place: string, one?: string, many?: string) => {
    const value = args[Number(place)];
    if (one === undefined || many === undefined) return String(value ?? '');
    return Number(value) === 1 ? one : many;
  });
}

export function translator(catalogue: Catalogue | null) {
  return (english: string, ...args: (string | number)[]) =>
    render(catalogue?.[english] ?? english.replace(/^.*\u0004/, ''), args);
}

export type Translate = ReturnType<typeof translator>;

export const capital = (words: string) => words.charAt(0).toLocaleUpperCase() + words.slice(1);
