// Any game in words, for families that the page can't draw: seats, scores, the log, and the legal events as they stand in
// a log. The smallest face of all, and a good start for a new one. See table/face.ts.
import { capital } from '../../core/i18n';
import type { Legal } from '../../core/position';
import type { Face } from '../table/face';

export const eventWords = (legal: Legal): string => capital(legal.text ?? legal.kind);

export const textFace: Face = {
  screen: () => import('./TextGame.svelte'),
  picture: () => import('./NoPicture.svelte'),
  columns: (t, _board, position) =>
    Object.keys(position.seats[0]?.score ?? {})
      .filter((part) => part !== 'total')
      .map((part) => ({ part, name: capital(t(part)) })),
  points: (position, seat, part) => position.seats[seat - 1]?.score[part] ?? null,
  choice: (_t, _board, _position, _seat, legal) => `${eventWords(legal)}.`,
  place: () => ({}),
  effort: { glance: 12, find: 40, look: 8, weigh: 24 },
  rules: () => import('./rules'),
};
