// Emotes: lines of chat that are only one of these codes. Everybody sees them as a face, with words in their own
// language, and for a moment at the seat of the sender. Servers know nothing about them: they pass on lines of chat,
// and ignoring and muting work as for all lines.
import type { TableState } from '../../core/api';
import type { Line } from '../../core/messages';
import { t } from '../settings.svelte';

export interface Emote {
  code: string; // what is sent
  face: string; // eyes and mouth in a circle of 24 × 24: lines
  words: () => string;
}

const EYES = 'M8.5 9V10.5M15.5 9V10.5';

export const EMOTES: readonly Emote[] = [
  { code: ':hello:', face: `${EYES}M7.5 14Q12 18 16.5 14`, words: () => t('Hello!') },
  {
    code: ':nice:',
    face: 'M7 10L8.5 8.5L10 10M14 10L15.5 8.5L17 10M7.5 13.5H16.5Q15.5 18 12 18T7.5 13.5Z',
    words: () => t('Well played!'),
  },
  {
    code: ':thanks:',
    face: 'M7 9.5Q8.5 11 10 9.5M14 9.5Q15.5 11 17 9.5M8 14.5Q12 17.5 16 14.5',
    words: () => t('Thank you!'),
  },
  { code: ':wow:', face: `${EYES}M12 13.5A2.2 2.4 0 1 0 12.01 13.5`, words: () => t('Wow!') },
  { code: ':oops:', face: 'M7 8L10 9.5L7 11M17 8L14 9.5L17 11M8 16.5Q12 13 16 16.5', words: () => t('Oh no!') },
  { code: ':wait:', face: `${EYES}M8.5 15.5L15.5 14.5`, words: () => t('One moment…') },
];

/** The emote of a line of chat, if the line is one. */
export function emoteOf(text: string): Emote | undefined {
  return EMOTES.find((e) => e.code === text);
}

/** The emote that each seat has sent last, by seat, among lines after number `after`. */
export function emotesAfter(
  table: Pick<TableState, 'chairs'>,
  lines: readonly Pick<Line, 'n' | 'person' | 'text'>[],
  after: number,
): Map<number, { n: number; emote: Emote }> {
  const last = new Map<number, { n: number; emote: Emote }>();
  for (const { n, person, text } of lines) {
    const seat = table.chairs.find((c) => c.person === person)?.seat;
    const emote = emoteOf(text);
    if (n > after && seat !== undefined && emote) last.set(seat, { n, emote });
  }
  return last;
}
