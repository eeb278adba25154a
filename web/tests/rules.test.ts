// The rules card follows the board: its numbers, and only the features that it has; every sentence has a
// Spanish translation.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { Engine } from '../core/api';
import { engineOf } from '../core/engine';
import { translator } from '../core/i18n';
import { loadModule, Wasm } from '../core/wasm';
import spanish from '../generated/es.json';
import { faceOf } from '../ui/families';

let engine: Engine;

beforeAll(async () => {
  engine = engineOf(new Wasm(await loadModule(readFileSync('generated/anden.wasm'))));
});

async function words(id: string, catalogue: Record<string, string> | null): Promise<string> {
  const board = engine.board(id);
  if (!board) throw new Error(id);
  const { rulesCard } = await faceOf(board).rules();
  return JSON.stringify(rulesCard(board, translator(catalogue)));
}

test('the cards of the four games', async () => {
  const europe = await words('europe', null);
  for (const word of ['Tunnels', 'Ferries', 'Build a station', '45 trains', 'locomotive', '"size":8,"points":21'])
    expect(europe).toContain(word);
  expect(europe).not.toContain('The flag');
  const berlin = await words('berlin', null);
  for (const word of ['Metro routes', '11 trams, 5 metro cars', 'bicycle']) expect(berlin).toContain(word);
  for (const word of ['Tunnels', 'station', 'The flag', '1 pieces', 'grey tunnel', 'city'])
    expect(berlin).not.toContain(word);
  expect(berlin).toContain('with one piece or none');
  const paris = await words('paris', null);
  for (const word of ['The flag', 'blue, white or red', 'Draw transport cards', 'go to the discards'])
    expect(paris).toContain(word);
  expect(paris).not.toContain('grey');
  const metro = await words('metro', null);
  for (const word of ['60 tiles', '"Q  E","turn the tile"']) expect(metro).toContain(word);
  expect(europe).toContain('["S","build a station"]');
  expect(berlin).not.toContain('["S",');
});

test('the words of each game are those of its rulebook', async () => {
  const europe = await words('europe', spanish);
  for (const word of [
    'Robar cartas de vagón',
    'Cubrir un recorrido',
    'European Express',
    'ruta continua más larga',
    'Ferrys',
  ])
    expect(europe).toContain(word);
  for (const id of ['berlin', 'paris']) expect(await words(id, spanish)).toContain('Robar cartas de transporte');
});

test('in Spanish nothing is left in English', async () => {
  for (const id of ['europe', 'berlin', 'paris', 'metro']) {
    const english = new Set((await words(id, null)).match(/"[A-Z][^"]*[a-z]{3}[^"]*"/g));
    for (const sentence of (await words(id, spanish)).match(/"[A-ZÁÉÍÓÚ][^"]*[a-z]{3}[^"]*"/g) ?? [])
      expect(english.has(sentence), sentence).toBe(false);
  }
});
