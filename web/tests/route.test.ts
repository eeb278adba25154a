// Addresses of the page: every link that the page writes is read back with the same meaning.
import { describe, expect, it } from 'vitest';
import { href, readRoute } from '../ui/route';

describe('addresses', () => {
  it.each([
    ['', { name: 'home' }],
    ['#/', { name: 'home' }],
    ['#/lobby', { name: 'lobby' }],
    ['#/lobby/', { name: 'lobby' }],
    ['#/new/europe', { name: 'new', game: 'europe', mode: 'here' }],
    ['#/new/europe/online', { name: 'new', game: 'europe', mode: 'online' }],
    ['#/table/Vb0mVmLq0mWhTq0n3xEo3A', { name: 'table', id: 'Vb0mVmLq0mWhTq0n3xEo3A' }],
    ['#/replay', { name: 'replay', id: null }],
    ['#/replay/x', { name: 'replay', id: 'x' }],
    ['#/learn/metro', { name: 'learn', game: 'metro' }],
    ['#/ranking/berlin', { name: 'ranking', game: 'berlin' }],
  ])('%s', (hash, route) => expect(readRoute(hash)).toEqual(route));

  it.each([
    '#/new',
    '#/new/europe/sideways',
    '#/table',
    '#/table/a/b',
    '#/nowhere',
    '#/map/x',
    '#/learn',
    '#/ranking',
    '#/new/a/online/b',
  ])('%s is no place', (hash) => expect(readRoute(hash)).toEqual({ name: 'lost' }));

  it('keeps names whole, whatever is in them', () => {
    for (const who of ['Ana', 'Ñandú / 50 %', 'a#b?c', 'München'])
      expect(readRoute(href('person', who))).toEqual({ name: 'person', who });
  });

  it('does not fall over a link that was cut in the middle of a letter', () =>
    expect(readRoute('#/person/%C3%')).toEqual({ name: 'person', who: '%C3%' }));
});
