// A page of a browser that Playwright does not drive (engines.mjs), with those of Playwright's functions that the tests
// use. Elements are found in the page by role and name; clicks and keys are the browser's own.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { until } from './patience.mjs';

/** In the page: the elements that a list of steps leads to. */
function find(steps) {
  const IMPLICIT = {
    button: 'button, input[type=button], input[type=submit]',
    checkbox: 'input[type=checkbox]',
    dialog: 'dialog',
    heading: 'h1, h2, h3, h4, h5, h6',
    link: 'a[href]',
    list: 'ul, ol',
    radio: 'input[type=radio]',
  };
  const seen = (e) => e.getClientRects().length > 0 && getComputedStyle(e).visibility !== 'hidden';
  const says = (e) => {
    if (e.nodeType === Node.TEXT_NODE) return e.data;
    if (e.nodeType !== Node.ELEMENT_NODE || e.getAttribute('aria-hidden') === 'true') return '';
    return e.getAttribute('aria-label') ?? e.getAttribute('alt') ?? [...e.childNodes].map(says).join(' ');
  };
  const tidy = (s) => s.replace(/\s+/g, ' ').trim();
  const nameOf = (e) => {
    const by = e.getAttribute('aria-labelledby');
    if (e.getAttribute('aria-label')) return tidy(e.getAttribute('aria-label'));
    if (by)
      return tidy(
        by
          .split(' ')
          .map((id) => says(document.getElementById(id) ?? e))
          .join(' '),
      );
    if (e.labels?.length) return tidy([...e.labels].map((l) => says(l)).join(' '));
    return tidy(says(e)) || tidy(e.title ?? '');
  };
  const fits = (text, { source, flags, words, exact }) => {
    if (source !== undefined) return new RegExp(source, flags).test(text);
    return exact ? text === words : text.toLowerCase().includes(words.toLowerCase());
  };
  let found = [document];
  for (const step of steps) {
    const inside = (selector) => [...new Set(found.flatMap((e) => [...e.querySelectorAll(selector)]))];
    if (step.by === 'css') found = inside(step.selector);
    else if (step.by === 'role')
      found = inside(`[role=${step.role}]${IMPLICIT[step.role] ? ', ' + IMPLICIT[step.role] : ''}`)
        .filter((e) => (e.getAttribute('role') ?? step.role) === step.role && seen(e))
        .filter((e) => !step.name || fits(nameOf(e), step.name));
    else if (step.by === 'label')
      found = inside('input, select, textarea, [aria-label]').filter((e) => fits(nameOf(e), step.name));
    else if (step.by === 'text')
      found = inside('*').filter(
        (e) =>
          fits(tidy(e.textContent), step.name) && ![...e.children].some((c) => fits(tidy(c.textContent), step.name)),
      );
    else if (step.by === 'has') found = found.filter((e) => fits(tidy(e.textContent), step.name));
    else if (step.by === 'or') found = [...new Set([...found, ...find(step.steps).found])];
    else if (step.by === 'nth') found = found.slice(step.n, step.n === -1 ? undefined : step.n + 1);
  }
  return { found, shown: found.filter(seen) };
}

const described = (name, exact = false) =>
  name === undefined
    ? undefined
    : name instanceof RegExp
      ? { source: name.source, flags: name.flags }
      : { words: String(name), exact };

/** In the page, after `find`, over two frames: a point of the first element where a click reaches it; null if there is
 *  none, or if the element moves, as it does while a board is fitted to its window. */
async function pointOf({ shown: [e] }) {
  if (!e || e.disabled || e.getAttribute('aria-disabled') === 'true') return null;
  e.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const point = () => {
    const { left, top, width, height } = e.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const before = point();
  for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
  const now = point();
  const hit = document.elementFromPoint(now.x, now.y);
  const reached = hit && (e.contains(hit) || [...(e.labels ?? [])].some((label) => label.contains(hit)));
  return reached && before.x === now.x && before.y === now.y ? now : null;
}

/** In the page: notes what the next click hits: 'it' is the first element, or its label. */
function aim({ shown: [e] }) {
  globalThis.struck = null;
  const all = e ? [e, ...(e.labels ?? [])] : [];
  const heard = ({ target, clientX, clientY }) => {
    const lies = e && JSON.stringify(e.getBoundingClientRect());
    const other = `${target.outerHTML.slice(0, 200)} at ${clientX},${clientY}; it lies at ${lies}`;
    globalThis.struck ??= all.some((one) => one.contains(target)) ? 'it' : other;
  };
  addEventListener('click', heard, { capture: true, once: true });
}

/** In the page: gives the first element a value, as a person would; a list must contain it. */
function filled({ shown: [e] }, value) {
  if (!e || (e.options && ![...e.options].some((o) => o.value === value))) return false;
  e.focus();
  e.value = value;
  for (const happens of ['input', 'change']) e.dispatchEvent(new Event(happens, { bubbles: true }));
  return true;
}

function locator(page, steps) {
  const step = (more) => locator(page, [...steps, more]);
  const what = JSON.stringify(steps);
  const look = (f, arg) => page.look(steps, f, arg);
  const there = (timeout) => until(what, () => look(({ shown }) => shown.length > 0), timeout);
  const self = {
    locator: (selector) => step({ by: 'css', selector }),
    getByRole: (role, { name, exact } = {}) => step({ by: 'role', role, name: described(name, exact) }),
    getByText: (name) => step({ by: 'text', name: described(name) }),
    filter: ({ hasText }) => step({ by: 'has', name: described(hasText) }),
    steps,
    or: (other) => step({ by: 'or', steps: other.steps }),
    nth: (n) => step({ by: 'nth', n }),
    first: () => step({ by: 'nth', n: 0 }),
    last: () => step({ by: 'nth', n: -1 }),
    count: () => look(({ found }) => found.length),
    allInnerTexts: () => look(({ found }) => found.map((e) => e.innerText)),
    allTextContents: () => look(({ found }) => found.map((e) => e.textContent)),
    evaluateAll: (f) => page.look(steps, `({ found }) => (${f})(found)`),
    waitFor: ({ state = 'visible', timeout } = {}) =>
      state === 'visible'
        ? there(timeout)
        : until(`${what} goes`, () => look(({ shown }) => shown.length === 0), timeout),
    /** Clicks once, when the element lies still. A click that is lost or hits something else is a fault of the page. */
    async click({ timeout } = {}) {
      const { x, y } = await until(`${what} can be clicked`, () => look(pointOf), timeout);
      await look(aim);
      await page.mouse.click(x, y);
      const struck = await until(`the click on ${what} comes`, () => page.evaluate(() => globalThis.struck), timeout);
      assert.equal(struck, 'it', `the click hits ${what}`);
    },
    isVisible: () => look(({ shown }) => shown.length > 0),
    async inputValue() {
      await there();
      return look(({ shown }) => shown[0].value);
    },
    fill: (value) => until(what, () => look(filled, value)),
    selectOption: (value) => until(`${what} has ${value}`, () => look(filled, value)),
  };
  return self;
}

/** In a page without preloads: collects errors. */
const LISTEN = `globalThis.wrongHere ??= (() => { const list = [];
  addEventListener('error', (e) => list.push(String(e.message)));
  addEventListener('unhandledrejection', (e) => list.push(String(e.reason)));
  return list; })();`;

export async function pageOf(driver, actions, context) {
  const preloads = driver.preloads ? [] : [LISTEN];
  const hears = {};
  let known = driver.preloads; // did this origin know the preloads before the page was loaded?

  /** Arguments and results travel as text. */
  async function evaluate(f, arg) {
    const call = typeof f === 'string' ? f : `(${f})(arg)`;
    const source = `async (text) => { const { arg } = JSON.parse(text); const value = await (${call}); return JSON.stringify({ value }); }`;
    const answer = await driver.run(source, JSON.stringify({ arg }));
    if (answer?.startsWith('!')) throw new Error(answer);
    return JSON.parse(answer).value;
  }
  const preload = async () => {
    for (const source of driver.preloads ? [] : preloads) await evaluate(`(() => { ${source} })()`);
  };
  const hear = async () => {
    for (const { text, url } of driver.errors.splice(0))
      hears.console?.({ type: () => 'error', text: () => text, location: () => ({ url }) });
    if (!driver.preloads)
      for (const message of await evaluate('globalThis.wrongHere?.splice(0) ?? []')) hears.pageerror?.({ message });
  };

  const page = {
    evaluate,
    context: () => context,
    on: (event, heard) => (hears[event] = heard),
    async addInitScript(f, arg) {
      const source = `(${f})(${JSON.stringify(arg) ?? ''});`;
      if (driver.preloads) await driver.preload(source);
      else preloads.push(source);
    },
    look: (steps, f, arg) => evaluate(`((arg) => (${f})((${find})(arg.steps), arg.arg))(arg)`, { steps, arg }),
    async goto(url) {
      await driver.goto(url);
      await preload();
      if (known) return;
      known = true;
      await page.reload();
    },
    async reload() {
      await driver.reload();
      await preload();
    },
    async waitForFunction(f, arg, { timeout } = {}) {
      const value = await until('what the screen wants', () => evaluate(f, arg), timeout);
      return { jsonValue: () => value };
    },
    mouse: { click: (x, y) => driver.act(actions.click(x, y)) },
    keyboard: { press: (key) => driver.act(actions.press(key)) },
    screenshot: async ({ path }) => writeFileSync(path, Buffer.from(await driver.picture(), 'base64')),
    getByLabel: (name) => locator(page, [{ by: 'label', name: described(name) }]),
  };
  const root = locator(page, []);
  for (const name of ['locator', 'getByRole', 'getByText']) page[name] = root[name];
  const close = context.close;
  context.close = async () => {
    await hear();
    await close();
  };
  return page;
}
