// A choice in Metro as advice: "Place on d6." Only words; the choice comes from the engine.
import type { Place } from '../../core/api';
import type { Translate } from '../../core/i18n';
import type { MetroLegal } from './legal';

export function metroChoice(t: Translate, legal: MetroLegal): string {
  if (legal.kind !== 'place') return t('Draw another tile.');
  const { square, turns } = legal;
  const words =
    turns > 0 ? t('Place on {0}, with {1} {1|quarter turn|quarter turns}', square, turns) : t('Place on {0}', square);
  return `${words}.`;
}

export function metroPlace(legal: MetroLegal): Place {
  return legal.kind === 'place' ? { squares: [legal.square] } : {};
}
