// The drawings of cards: those of Europe; the board that is played may replace them with its own, which
// are loaded with it.

type Files = Record<string, string>;
const common = import.meta.glob<string>('../assets/cards/*.svg', { query: '?raw', import: 'default', eager: true });
const sets = import.meta.glob<Files>('../assets/cards/*.ts', { import: 'cards' });

// A content security policy may forbid style attributes, so their values are written where they are used.
function plain(svg: string): string {
  const style = / style="([^"]*)"/.exec(svg);
  const values = new Map(
    (style?.[1] ?? '').split(';').map((d) => d.split(':').map((w) => w.trim()) as [string, string]),
  );
  return svg.replace(style?.[0] ?? '', '').replace(/var\((--\w)\)/g, (all, name: string) => values.get(name) ?? all);
}
const named = (files: Files) =>
  new Map(Object.entries(files).map(([path, svg]) => [path.replace(/^.*\/|\.svg$/g, ''), plain(svg)]));

const base = named(common);
let own = $state.raw(new Map<string, string>());

/** Shows the cards of a board from now on: its own, if it has some. */
export async function showCards(board: string): Promise<void> {
  const load = sets[`../assets/cards/${board}.ts`];
  own = load ? named(await load().catch(() => ({}))) : new Map<string, string>();
}

/** The drawing of a card by its look, "wild", "back" or "ticket-back"; null if there is none. */
export const artOf = (look: string): string | null => own.get(look) ?? base.get(look) ?? null;

/** Does the board have its own drawing of its wild card? */
export const ownWild = (): boolean => own.has('wild');
