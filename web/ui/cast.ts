// The cast: bots with a name, a portrait, a level and a manner. Names, levels and manners are the engine's; they are
// repeated here so that the first screen needs no engine, and a test compares them.
import carmen from './assets/portraits/carmen.svg';
import greta from './assets/portraits/greta.svg';
import otto from './assets/portraits/otto.svg';
import pim from './assets/portraits/pim.svg';
import tilde from './assets/portraits/tilde.svg';
import viktor from './assets/portraits/viktor.svg';
import you from './assets/portraits/you.svg';

export interface Somebody {
  id: string; // the name by which a table asks for the bot
  name: string;
  level: string;
  manner: string;
  portrait: string;
}

export const CAST: readonly Somebody[] = [
  { id: 'tilde', name: 'Tilde', level: 'easy', manner: 'tickets', portrait: tilde },
  { id: 'pim', name: 'Pim', level: 'easy', manner: 'hurries', portrait: pim },
  { id: 'otto', name: 'Otto', level: 'medium', manner: 'hoards', portrait: otto },
  { id: 'greta', name: 'Greta', level: 'medium', manner: 'blocks', portrait: greta },
  { id: 'carmen', name: 'Carmen', level: 'hard', manner: 'blocks', portrait: carmen },
  { id: 'viktor', name: 'Viktor', level: 'expert', manner: 'hoards', portrait: viktor },
];

/** The portrait of the person at this screen. */
export const YOU = you;

/** The bots that sit down first, if nothing else was chosen. */
const REGULARS = ['otto', 'carmen', 'tilde', 'greta', 'pim', 'viktor'];

/** The first of the cast who is not taken yet; if all are, a bot without a name. */
export function nextOf(taken: readonly string[], otherwise: string): string {
  return REGULARS.find((id) => !taken.includes(id)) ?? otherwise;
}

/** A character of the cast, by the table's name for the bot. */
export function castOf(bot: string | undefined): Somebody | undefined {
  return CAST.find((c) => c.id === bot);
}
