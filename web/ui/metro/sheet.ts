// The score sheet of Metro: the lines of a seat by where they end.
import type { Translate } from '../../core/i18n';
import type { MetroPosition } from '../../core/position';
import type { Column } from '../end/sheet';

export function metroColumns(t: Translate): Column[] {
  return [
    { part: 'stations', name: t('To stations') },
    { part: 'centre', name: t('To the centre') },
  ];
}

export function metroPoints(position: MetroPosition, seat: number, part: string): number {
  const lines = position.stations.filter(
    (s) => s.owner === seat && s.complete && (s.end === 'centre') === (part === 'centre'),
  );
  return lines.reduce((sum, s) => sum + s.points, 0);
}
