// The pictures of cards: those of Europe; the board that is played may replace them with its own, which are loaded with
// it. They are images: drawn in the page, the shapes of all cards would be a quarter of everything that it lays out.
import { wildSymbol } from './board/look';

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
const image = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;
const named = (files: Files) =>
  new Map(Object.entries(files).map(([path, svg]) => [path.replace(/^.*\/|\.svg$/g, ''), image(plain(svg))]));

const base = named(common);
let own = $state.raw(new Map<string, string>());

/** Shows the cards of a board from now on: its own, if it has some. */
export async function showCards(board: string): Promise<void> {
  const load = sets[`../assets/cards/${board}.ts`];
  own = load ? named(await load().catch(() => ({}))) : new Map<string, string>();
}

// The wild card of a map that somebody made: the board's symbol over a band in many colours.
const BAND = ['red', 'orange', 'yellow', 'green', 'blue', 'purple'];
const wilds = new Map<string, string>();
function wildImage(name: string): string {
  const known = wilds.get(name);
  if (known) return known;
  const tokens = getComputedStyle(document.documentElement);
  const band = BAND.map(
    (c, i) =>
      `<rect x="${6 + i * 14}" y="53" width="14" height="5" fill="${tokens.getPropertyValue(`--c-${c}`).trim()}"/>`,
  );
  const made = image(
    `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="64" viewBox="0 0 96 64"><rect x=".5" y=".5" width="95" height="63" rx="6.5" fill="#F4EFE3" stroke="#1E2A33"/><path d="${wildSymbol(name)}" fill="#1E2A33" fill-rule="evenodd" transform="translate(28 7) scale(1.67)"/>${band.join('')}</svg>`,
  );
  wilds.set(name, made);
  return made;
}

/** The picture of a card by its look, "wild", "back" or "ticket-back", as an address. `wild`: the name of the board's
 *  wild card. */
export function artOf(look: string, wild = 'locomotive'): string {
  if (look === 'wild' && wild !== 'locomotive' && !own.has('wild')) return wildImage(wild);
  return own.get(look) ?? base.get(look) ?? own.get('back') ?? base.get('back') ?? '';
}
