// The games kept in this browser, and results, in words.
import type { LocalRecord } from '../../core/api';
import { castOf } from '../cast';
import { settings, t } from '../settings.svelte';

/** Who plays, with the names at the table: a player without a name is named after the seat. */
export function who({ names, persons, bots }: Pick<LocalRecord, 'names' | 'persons'> & { bots?: string[] }): string {
  const nameless = (seat: number) =>
    !persons.includes(seat) ? t('Bot {0}', seat) : persons.length === 1 ? t('You') : t('Seat {0}', seat);
  return names.map((name, i) => name || castOf(bots?.[i])?.name || nameless(i + 1)).join(', ');
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

const locale = () => (settings.language === 'en' ? 'en-GB' : settings.language);

/** A moment as a date: "16 Nov". `utc`: in the time of the daily deal. */
export function dayWords(moment: number, form: 'short' | 'long' = 'short', utc = false): string {
  const zone = utc ? { timeZone: 'UTC' } : {};
  return new Intl.DateTimeFormat(locale(), { day: 'numeric', month: form, ...zone }).format(moment);
}

/** Two letters of a day of the week. */
export function weekday(date: string): string {
  return new Intl.DateTimeFormat(locale(), { weekday: 'short', timeZone: 'UTC' }).format(Date.parse(date)).slice(0, 2);
}

/** Names in a row: "You, Otto and Tilde". */
export function together(names: readonly string[]): string {
  return new Intl.ListFormat(locale(), { type: 'conjunction' }).format(names);
}

/** A place in words: "1st". */
export function place(rank: number): string {
  return [t('1st'), t('2nd'), t('3rd'), t('4th'), t('5th'), t('6th')][rank - 1] ?? String(rank);
}

/** A line to share, as plain as possible: "andén 320 · Europe · 98, 1st of 4". */
export function shareLine(number: number | null, title: string, points: number, rank: number, of: number): string {
  const result = t('{0}, {1} of {2}', points, place(rank), of);
  return `andén${number === null ? '' : ` ${number}`} · ${title} · ${result}`;
}
