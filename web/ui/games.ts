// The four games as the first screen presents them: name, line, length, poster. How many can play is repeated
// here so that that screen needs no engine; a test compares it with the boards.
import { castOf } from './cast';
import { t } from './settings.svelte';
import berlin from './assets/posters/berlin.svg';
import europe from './assets/posters/europe.svg';
import metro from './assets/posters/metro.svg';
import paris from './assets/posters/paris.svg';

export interface Announced {
  id: string;
  name: string; // never translated
  poster: string;
  seats: [number, number];
  minutes: number;
}

export const GAMES: readonly Announced[] = [
  { id: 'europe', name: 'Europe', poster: europe, seats: [2, 5], minutes: 60 },
  { id: 'berlin', name: 'Berlin', poster: berlin, seats: [2, 4], minutes: 20 },
  { id: 'paris', name: 'Paris', poster: paris, seats: [2, 4], minutes: 20 },
  { id: 'metro', name: 'Metro', poster: metro, seats: [2, 6], minutes: 40 },
];

/** The name of a game for people, the same in every language: the one that its maker gave it. A person's own board may
 * have the id of one of ours, so the id is used only if nothing else is known. */
export function title(id: string, given?: string): string {
  return given ?? announced(id)?.name ?? id;
}

export function line(id: string): string {
  switch (id) {
    case 'europe':
      return t('Trains, tunnels, ferries');
    case 'berlin':
      return t('Trams above, metro below');
    case 'paris':
      return t('Buses and the tricolour');
    case 'metro':
      return t('Lay tiles, stretch lines');
    default:
      return '';
  }
}

export function announced(id: string): Announced | undefined {
  return GAMES.find((g) => g.id === id);
}

/** A bot's strength in a word for people; for a character of the cast, the level. */
export function level(bot: string): string {
  switch (castOf(bot)?.level ?? bot) {
    case 'easy':
      return t('easy');
    case 'medium':
      return t('medium');
    case 'hard':
      return t('hard');
    case 'expert':
      return t('expert');
    default:
      return bot;
  }
}

/** How a character plays, in a sentence: in Metro there are lines instead of routes and tickets. The strong ones of a
 *  manner have a sentence of their own. */
export function mannerWords(manner: string, level: string, game: string): string {
  const metro = game === 'metro';
  switch (manner) {
    case 'tickets':
      return metro ? t('Likes the way to the centre.') : t('Likes tickets, and draws more of them than others.');
    case 'hurries':
      return metro ? t('In a hurry: ends lines early.') : t('In a hurry: claims as soon as possible.');
    case 'hoards':
      if (level === 'expert')
        return metro
          ? t('Thinks ahead, and waits for long lines.')
          : t('Plays many games in mind first. Slow at the start.');
      return metro ? t('Waits for long lines.') : t('Collects cards, and claims late.');
    case 'blocks':
      if (level === 'hard')
        return metro ? t('Ends the lines of others early.') : t('Sees where you want to go, and is there first.');
      return metro ? t('Keeps an eye on the lines of others.') : t('Likes to claim what others need.');
    default:
      return '';
  }
}
