// What a person chose on this device: language, theme, motion, pace, sound, keys. Kept in the browser's storage; read
// by every part of the page. `t` gives words in the chosen language and is read again when that changes.
import { translator, type Catalogue, type Language } from '../core/i18n';
import { learn } from '../core/language';
import { keep, keptValue } from '../core/kept';

export type Pace = 'slow' | 'normal' | 'fast' | 'wait';

/** Milliseconds before a bot's move; at the pace "wait for me", a button lets the bot move. */
export const PACES: Record<Pace, number> = { slow: 1800, normal: 900, fast: 300, wait: Infinity };

export interface Settings {
  language: Language;
  theme: 'system' | 'light' | 'dark';
  motion: 'all' | 'few' | 'none'; // few: cards, pieces and tiles don't fly
  signs: boolean; // strong signs on pieces and lines: few people see all colours as different
  keys: boolean; // single keys act
  pace: Pace; // of bots at tables in this page
  sound: 'off' | 'soft' | 'full';
  asked: boolean; // whether sound is wanted: once is enough
  confirm: boolean; // every move has to be confirmed
  name: string; // the name that the person wants
}

const KEPT = 'anden.settings';

function first(): Settings {
  const language: Language = navigator.language.toLowerCase().startsWith('es') ? 'es' : 'en';
  const preset: Settings = {
    language,
    theme: 'system',
    motion: 'all',
    signs: true,
    keys: true,
    pace: 'normal',
    sound: 'off',
    asked: false,
    confirm: false,
    name: '',
  };
  const kept = (keptValue(KEPT) ?? {}) as Partial<Record<keyof Settings, unknown>>;
  // Sound and motion were switches once.
  if (typeof kept.sound === 'boolean') kept.sound = kept.sound ? 'soft' : 'off';
  if (typeof kept.motion === 'boolean') kept.motion = kept.motion ? 'all' : 'none';
  return { ...preset, ...(kept as Partial<Settings>) };
}

export const settings = $state<Settings>(first());

const catalogues = $state<Partial<Record<Language, Catalogue>>>({});

/** Changes a setting and keeps it. Another language is loaded first. */
export async function set<K extends keyof Settings>(key: K, value: Settings[K]): Promise<void> {
  if (key === 'language') await load(value as Language);
  settings[key] = value;
  keep(KEPT, JSON.stringify(settings));
}

/** Loads the words of a language; English needs none. Called once before the page is shown. */
export async function load(language: Language = settings.language): Promise<void> {
  if (language === 'en' || catalogues[language]) return;
  const words: Catalogue = (await import('../generated/es.json')).default;
  learn(language, words);
  catalogues[language] = words;
}

export function t(english: string, ...args: (string | number)[]): string {
  return translator(catalogues[settings.language] ?? null)(english, ...args);
}

/** Do both the person and the system want motion? */
export function moves(): boolean {
  return settings.motion !== 'none' && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Do cards and pieces fly to their places? */
export function flies(): boolean {
  return settings.motion === 'all' && moves();
}
