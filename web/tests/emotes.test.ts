// Emotes: which lines of chat count as one, and at which seat it appears.
import { beforeAll, expect, it } from 'vitest';
import type { Chair } from '../core/messages';

Object.assign(globalThis, { localStorage: { getItem: () => null, setItem: () => {} } });
if (!('navigator' in globalThis)) Object.assign(globalThis, { navigator: { language: 'en' } });
let emotes: typeof import('../ui/table/emotes');
beforeAll(async () => {
  emotes = await import('../ui/table/emotes');
});

it('is a line that says nothing else', () => {
  expect(emotes.emoteOf(':nice:')?.words()).toBe('Well played!');
  for (const text of ['nice', ':nice: one', ':NICE:', ':unknown:', '']) expect(emotes.emoteOf(text)).toBeUndefined();
  expect(new Set(emotes.EMOTES.map((e) => e.code)).size).toBe(emotes.EMOTES.length);
});

it('is seen at the seat of whoever sent it last, and only if it is new', () => {
  const chairs: Chair[] = [
    { seat: 1, kind: 'person', person: 11 },
    { seat: 2, kind: 'person', person: 22 },
    { seat: 3, kind: 'bot', bot: 'easy' },
  ];
  const said = [':hello:', ':wow:', 'a line', ':oops:', ':nice:'];
  const people = [11, 22, 22, 22, 99]; // 99 only watches
  const lines = said.map((text, i) => ({ n: i + 1, person: people[i]!, text }));
  const seen = (after: number) =>
    [...emotes.emotesAfter({ chairs }, lines, after)].map(([seat, { n, emote }]) => [seat, n, emote.code]);
  expect(seen(0)).toEqual([
    [1, 1, ':hello:'],
    [2, 4, ':oops:'],
  ]);
  expect(seen(1)).toEqual([[2, 4, ':oops:']]);
  expect(seen(4)).toEqual([]);
});
