// The colours of tokens.css: every text and every shape that carries meaning stands out from its background, and
// cards and seats can be told apart with any kind of colour vision.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SEATS } from '../core/board';
import { ciede2000, contrast, nearest, SIGHTS } from './colour';

const css: string = readFileSync(new URL('../ui/tokens.css', import.meta.url), 'utf8');
const CARDS = ['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'black', 'white'];

/** The tokens of a theme, as far as they are single colours: `--x: #light;` or `--x: light-dark(#light, #dark);`. */
function tokens(theme: 'light' | 'dark'): Map<string, string> {
  const colours = css.matchAll(/--([\w-]+): (?:light-dark\()?(#[0-9a-f]{6,8})(?:, (#[0-9a-f]{6,8})\))?;/gi);
  return new Map([...colours].map((m) => [m[1]!, (theme === 'dark' && m[3]) || m[2]!]));
}

const light = tokens('light');
const dark = tokens('dark');

describe('the measures', () => {
  it('agree with the published examples', () => {
    // Sharma, Wu and Dalal (2005), table 1: pairs 1, 7, 13, 17, 25.
    const pairs: [number[], number[], number][] = [
      [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
      [[50, 0, 0], [50, -1, 2], 2.3669],
      [[50, -0.001, 2.49], [50, 0.0011, -2.49], 4.7461],
      [[50, 2.5, 0], [73, 25, -18], 27.1492],
      [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644],
    ];
    for (const [a, b, distance] of pairs)
      expect(ciede2000(a as [number, number, number], b as [number, number, number])).toBeCloseTo(distance, 4);
    expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#FFFFFF')).toBeCloseTo(4.48, 2);
  });
});

// Because of this, the tour of all screens only has to check the colours again in dark (tests/e2e/screens.test.mjs).
it('dark changes colours and nothing else', () => {
  const ui = fileURLToPath(new URL('../ui', import.meta.url));
  const asks = execFileSync('grep', ['-rlE', 'prefers-color-scheme|data-theme', ui], { encoding: 'utf8' });
  expect(asks.trim().split('\n')).toEqual([`${ui}/tokens.css`]);
  const rules = [...css.matchAll(/\[data-theme='(\w+)'\] \{([^}]*)\}/g)].map((m) => [m[1], m[2]!.trim()]);
  expect(dark.get('paper')).not.toBe(light.get('paper'));
  expect(rules).toEqual(['light', 'dark'].map((theme) => [theme, `color-scheme: ${theme};`]));
});

/** A colour laid over another; its opacity is in its last two digits. */
function mixed(over: string, under: string): string {
  const part = (hex: string, i: number) => parseInt(hex.slice(1 + 2 * i, 3 + 2 * i) || 'ff', 16);
  const share = part(over, 3) / 255;
  const channel = (i: number) => Math.round(part(over, i) * share + part(under, i) * (1 - share));
  return `#${[0, 1, 2].map((i) => channel(i).toString(16).padStart(2, '0')).join('')}`;
}

describe.each([
  ['light', light],
  ['dark', dark],
])('%s', (_, theme) => {
  const of = (name: string) => {
    const hex = theme.get(name);
    expect(hex, name).toBeDefined();
    return hex!;
  };
  const ratio = (a: string, b: string) => contrast(of(a), of(b));
  // A lit route lies on a casing in the colour of lamps; the symbol on it tells its colour.
  const standsOut = (card: string) =>
    Math.max(ratio(`c-${card}`, 'land'), ratio(`e-${card}`, 'land'), ratio('lamp', 'land'));

  it.each(
    [
      ['ink', 'paper raise wall land sea sea-1 sea-2 sea-3 tile square halo'],
      ['ink-2', 'paper raise wall tile'],
      ['good', 'paper raise'],
      ['warn', 'paper raise'],
      ['bad', 'paper raise'],
      ['paper', 'ink'],
    ].flatMap(([text, grounds]) => grounds!.split(' ').map((ground) => [text!, ground])),
  )('text %s can be read on %s', (text, ground) => expect(ratio(text!, ground!)).toBeGreaterThanOrEqual(4.5));

  it.each(CARDS)('card %s: symbol, lit edge and unlit edge stand out', (card) => {
    expect(ratio(`on-${card}`, `c-${card}`)).toBeGreaterThanOrEqual(3);
    expect(standsOut(card)).toBeGreaterThanOrEqual(3);
    expect(ratio(`te-${card}`, 'land')).toBeGreaterThanOrEqual(3);
    expect(ratio(`sy-${card}`, `t-${card}`)).toBeGreaterThanOrEqual(3);
  });

  it.each(['paper', 'raise', 'wall', 'tile'])('icons and borders of inputs stand out on %s', (ground) =>
    expect(ratio('ink-3', ground)).toBeGreaterThanOrEqual(3),
  );

  it('a grey route stands out', () => {
    expect(standsOut('grey')).toBeGreaterThanOrEqual(3);
    expect(ratio('te-grey', 'land')).toBeGreaterThanOrEqual(3);
  });

  it.each(SEATS)('seat %s: its text can be read, its pieces stand out', (seat) => {
    expect(ratio(`pt-${seat}`, `p-${seat}`)).toBeGreaterThanOrEqual(4.5);
    for (const ground of ['land', 'tile', 'paper'])
      expect(Math.max(ratio(`p-${seat}`, ground), ratio(`pe-${seat}`, ground)), ground).toBeGreaterThanOrEqual(3);
  });

  it.each(Object.keys(SIGHTS))('cards can be told apart: %s', (sight) => {
    const cards = new Map([...CARDS, 'grey'].map((c) => [c, of(`c-${c}`)]));
    const { distance, pair } = nearest(cards, sight);
    expect(distance, pair).toBeGreaterThanOrEqual(14);
  });

  it.each(Object.keys(SIGHTS))('lit routes can be told apart: %s', (sight) => {
    const ground = mixed(of('rim'), of('land'));
    const routes = new Map([...CARDS, 'grey'].map((c) => [c, mixed(of(`l-${c}`), ground)]));
    const { distance, pair } = nearest(routes, sight);
    expect(distance, pair).toBeGreaterThanOrEqual(14);
  });

  it.each(Object.keys(SIGHTS))('seats can be told apart: %s', (sight) => {
    const seats = new Map(SEATS.map((s) => [s, of(`p-${s}`)]));
    const { distance, pair } = nearest(seats, sight);
    expect(distance, pair).toBeGreaterThanOrEqual(sight === 'tritanopia' ? 11 : 18);
  });
});
