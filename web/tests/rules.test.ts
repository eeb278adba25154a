// The rules card follows the board: its numbers, and only the features that it has; every sentence has Spanish.
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
  for (const word of ['Tunnels', 'station', 'The flag']) expect(berlin).not.toContain(word);
  expect(await words('paris', null)).toContain('The flag');
  expect(await words('metro', null)).toContain('60 tiles');
});

test('in Spanish nothing is left in English', async () => {
  for (const id of ['europe', 'berlin', 'paris', 'metro']) {
    const english = new Set((await words(id, null)).match(/"[A-Z][^"]+"/g));
    for (const sentence of (await words(id, spanish)).match(/"[A-ZÁÉÍÓÚ][^"]+"/g) ?? [])
      expect(english.has(sentence), sentence).toBe(false);
  }
});
