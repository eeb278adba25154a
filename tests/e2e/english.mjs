// Finds English that is left on a page in Spanish: sentences of the catalogue that have a translation, and anything
// with words that only English has. Names of cities are the same in both, also if a game is named after one.
import { readdirSync, readFileSync } from 'node:fs';
import { pattern, spanish } from './player.mjs';

const boards = new URL('../../boards/', import.meta.url);
const files = readdirSync(boards)
  .filter((name) => name.endsWith('.board'))
  .map((name) => readFileSync(new URL(name, boards), 'utf8'));
const cities = new Set(
  files.flatMap((text) =>
    [...text.matchAll(/^city (?:"([^"]+)"|(\S+))/gm)].map(([, quoted, plain]) => quoted ?? plain),
  ),
);

// Words that occur in no Spanish sentence.
const ENGLISH =
  /(?<![\p{L}'’-])(the|and|you|your|of|with|from|this|that|is|are|it|to|for|can|cannot|not|have|takes?|draws?|card|cards|ticket|tickets|turn|board|seat|player|players|points?|game|games|open|begin)(?![\p{L}-])/iu;
const letters = (s) => s.replace(/\{\d(\|[^}]*)?\}/g, '').replace(/[^\p{L}]/gu, '').length;
const translated = Object.entries(spanish).filter(
  ([english, words]) => english !== words && !english.includes('\u0004') && letters(english) >= 3,
);
const whole = new Set(translated.filter(([english]) => !english.includes('{')).map(([english]) => english));
const patterns = translated
  .filter(([english]) => english.includes('{') && letters(english) >= 8)
  .map(([english]) => pattern(english));
const same = new Set(Object.values(spanish)); // texts that are correct Spanish, even if they look English
const patternsSame = Object.entries(spanish)
  .filter(([english, words]) => english.includes('{') && letters(words) >= 4)
  .map(([english]) => pattern(english, 'es'));

/** Everything a person could read or hear. */
function words() {
  const found = new Set();
  const add = (s) => s && /\p{L}{2}/u.test(s) && found.add(s.replace(/\s+/g, ' ').trim());
  for (const e of document.querySelectorAll('body, body *')) {
    if (e.closest('textarea, input, pre, style, script, [lang=en], .lines')) {
      for (const a of ['aria-label', 'placeholder']) if (!e.closest('[lang=en]')) add(e.getAttribute(a));
      continue;
    }
    for (const a of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext']) add(e.getAttribute(a));
    for (const node of e.childNodes) if (node.nodeType === Node.TEXT_NODE) add(node.data);
  }
  add(document.title);
  return { said: [...found], game: /^#\/(learn|local|map|replay|table)\b/.test(location.hash) };
}

const known = new Map(); // many screens have the same texts
function isEnglish(s) {
  if (!known.has(s)) {
    const english = whole.has(s) || ENGLISH.test(s) || patterns.some((p) => p.test(s));
    known.set(s, english && !same.has(s) && !patternsSame.some((p) => p.test(s)));
  }
  return known.get(s);
}

/** What a page in Spanish says in English. During a game, a city may have the name of a game. */
export async function englishIn(page) {
  const { said, game } = await page.evaluate(words);
  return said.filter((s) => isEnglish(s) && !(game && cities.has(s)));
}
