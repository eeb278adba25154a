// The games kept in this browser, as the first screen lists them.
import type { LocalRecord } from '../../core/api';
import { settings, t } from '../settings.svelte';

/** Those that can go on, the last one played first. */
export function recent(list: LocalRecord[]): LocalRecord[] {
  return list.filter((g) => !g.over).sort((a, b) => b.changed - a.changed);
}

/** Who plays, as the table calls them: who has no name by the seat. */
export function who({ names, persons }: LocalRecord): string {
  const nameless = (seat: number) =>
    !persons.includes(seat) ? t('Bot {0}', seat) : persons.length === 1 ? t('You') : t('Seat {0}', seat);
  return names.map((name, i) => name || nameless(i + 1)).join(', ');
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** How long ago a moment was, in words: "2 hours ago". */
export function ago(moment: number, now = Date.now()): string {
  const words = new Intl.RelativeTimeFormat(settings.language, { numeric: 'auto' });
  for (const [unit, ms] of STEPS) {
    const n = Math.floor((now - moment) / ms);
    if (n >= 1) return words.format(-n, unit);
  }
  return t('just now');
}
