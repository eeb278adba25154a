// What the tests in a browser share: a server with an empty database, a host that only has files, a browser, and pages
// that remember what went wrong in them. Everything is on loopback, on ports that the system chooses, and ends with its test.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createReadStream, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { createInterface } from 'node:readline';
import { after, afterEach, before } from 'node:test';
import { startEngine } from './engines.mjs';
import { PATIENCE, until } from './patience.mjs';

const { ANDEN, ANDEN_WEB, CHROMIUM, ENGINE = 'chromium', SHOTS } = process.env;
if (!ANDEN || !ANDEN_WEB || !CHROMIUM)
  throw new Error('ANDEN, ANDEN_WEB and CHROMIUM say where things are: see tests/e2e/run.');
export const dist = join(ANDEN_WEB, 'dist');
if (!existsSync(join(dist, 'index.html')))
  throw new Error(`There is no page in ${dist}: build it first (./play does).`);
const fromWeb = createRequire(join(ANDEN_WEB, 'package.json'));
const { chromium } = fromWeb('playwright-core');
const axePath = fromWeb.resolve('axe-core/axe.min.js');

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };

/** A port that systems don't give to other programs by themselves: a server that ends finds it free when it
 *  comes back. */
const somePort = () => 10_000 + Math.floor(Math.random() * 22_000);

/** `anden serve` with the built page and a database of its own: kill() ends it at once, start() begins again where it was, stop() ends it for good.
 *  `limits`: how much one address may do; by itself a server has limits, but all visitors of a test have one address. */
export async function startServer(limits = ['--limits', '0']) {
  const folder = mkdtempSync(join(tmpdir(), 'anden-e2e-'));
  const server = { url: '', db: join(folder, 'anden.db'), start, kill, stop };
  let running, ended;

  /** Starts at the port that it had before, if any. */
  async function start() {
    server.url = await until('the server starts', async () => {
      const { url, said } = await run(server.url ? new URL(server.url).port : somePort());
      if (!url && !/already in use/.test(said)) throw new Error('The server did not start: ' + said);
      return url;
    });
  }

  function run(port) {
    const settings = [
      '--listen',
      `127.0.0.1:${port}`,
      '--db',
      server.db,
      '--web',
      dist,
      '--bot-pause-ms',
      '0',
      ...limits,
    ];
    running = spawn(ANDEN, ['serve', ...settings], { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    running.stderr.on('data', (d) => (said += d));
    ended = new Promise((resolve) => running.once('exit', resolve));
    return new Promise((resolve) => {
      createInterface({ input: running.stdout }).on('line', (line) => {
        const found = /http:\/\/\S+/.exec(line);
        if (found) resolve({ url: found[0] });
      });
      void ended.then(() => resolve({ said }));
    });
  }

  async function kill() {
    running.kill('SIGKILL');
    await ended;
  }

  async function stop() {
    running.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }

  await start();
  return server;
}

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain',
};

/** A host that only has files, under a path of its own, as static hosts do. `instead` has other texts for some of
 *  them. */
export async function startFiles(under = '/some/folder/') {
  const instead = new Map();
  const host = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://x').pathname);
    let file = path.startsWith(under) ? join(dist, normalize('/' + path.slice(under.length))) : '';
    if (file && existsSync(file) && statSync(file).isDirectory()) file = join(file, 'index.html');
    if (!file || !existsSync(file)) return response.writeHead(404).end('not found');
    response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' });
    if (instead.has(path.slice(under.length))) return response.end(instead.get(path.slice(under.length)));
    return createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => host.listen(0, '127.0.0.1', resolve));
  return {
    instead,
    url: `http://127.0.0.1:${host.address().port}${under}`,
    async stop() {
      host.closeAllConnections();
      await new Promise((resolve) => host.close(resolve));
    },
  };
}

/** A way to a server that a test can spoil: `asked` lists the requests; `refuse` gives the status and headers of an answer
 *  instead of the server's, or nothing; while `swallows` is set, connections stay open and nothing passes. */
export async function startProxy(target) {
  const { hostname, port } = new URL(target);
  const proxy = { url: '', asked: [], refuse: () => null, swallows: false, stop };
  const host = createServer((from, back) => {
    proxy.asked.push(from.url);
    const refusal = proxy.refuse(from);
    if (refusal) return back.writeHead(...refusal).end();
    const to = httpRequest({ hostname, port, path: from.url, method: from.method, headers: from.headers });
    to.on('response', (answer) => answer.pipe(back.writeHead(answer.statusCode, answer.headers)));
    to.on('error', () => back.destroy());
    return from.pipe(to);
  });
  // A WebSocket: the request as it came, then bytes both ways.
  host.on('upgrade', (request, from, head) => {
    const to = connect(port, hostname, () => {
      const lines = request.rawHeaders.map((word, i) => word + (i % 2 ? '\r\n' : ': ')).join('');
      to.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines}\r\n`);
      to.write(head);
    });
    for (const [one, other] of [
      [from, to],
      [to, from],
    ]) {
      one.on('data', (bytes) => proxy.swallows || other.write(bytes));
      one.on('close', () => other.destroy());
      one.on('error', () => other.destroy());
    }
  });
  async function stop() {
    host.closeAllConnections();
    await new Promise((resolve) => host.close(resolve));
  }
  await new Promise((resolve) => host.listen(0, '127.0.0.1', resolve));
  proxy.url = `http://127.0.0.1:${host.address().port}`;
  return proxy;
}

/** Chromium; or another engine, if ENGINE names it: firefox or webkit. */
export function startBrowser() {
  if (ENGINE !== 'chromium') return startEngine(ENGINE, process.env[ENGINE.toUpperCase()], fromWeb);
  return chromium.launch({
    executablePath: CHROMIUM,
    timeout: PATIENCE,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      // One process is enough for a visitor: each one costs as much as a short test.
      '--renderer-process-limit=1',
      '--disable-site-isolation-trials',
    ],
  });
}

/**
 * In the page: games on this device are dealt as the test wants. They have the seed and whatever `game` says; bots move
 * without a pause, unless `pace` is set; with `holds` they wait until the test calls `begin()`.
 *
 * This changes what the page says to its worker, and nothing else does it: the page has no control for the seed and should
 * have none (whoever knew it would know every card), its paces are for people, no browser can seed the random
 * numbers of a worker, and the scripts of a test run before those of a page, but not before those of a worker.
 */
function dealAs({ seed, pace, game, holds }) {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...more) {
    if (message?.name === 'create') Object.assign(message.args[0], game).seed ??= seed;
    if (message?.name === 'pace' && holds) {
      const wanted = [...message.args];
      globalThis.begin = () => {
        holds = false;
        post.call(this, { call: 0, name: 'pace', args: wanted });
      };
      message.args[0] = Infinity; // as at the pace "wait for me"
    } else if (message?.name === 'pace' && !pace) {
      message.args[0] = 0;
    }
    return post.call(this, message, ...more);
  };
}

/** The same, once more, for a page that has not been opened yet. */
export const deal = (page, how) => page.addInitScript(dealAs, { pace: true, ...how });

// What browsers report, each in its own words, when there is no network or no server. The machine decides how often the
// page tries in vain to reach a server that is gone.
const UNREACHABLE =
  /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|A ServiceWorker intercepted the request|connection to (the server at )?'?ws:/;

/**
 * Somebody with a browser of their own: a context and a page whose errors are kept in `page.wrong`. A host without a
 * server answers the question for tables with 404, which the browser reports; that is not an error of the page. `pace`:
 * bots take their time, as they do when moves are animated; `scale`: pixels of the screen for one pixel of the page;
 * `name`: the name they want to have; `kept`: what another browser of theirs has stored; `asked`: they have said whether they want sound; `worker`: their browser keeps
 * the page with a service worker, which takes as long as loading it and answers only when the page is loaded again.
 */
export async function visitor(
  browser,
  {
    language = 'en',
    theme = 'light',
    size = DESKTOP,
    touch = false,
    scale = 1,
    motion = false,
    pace,
    name = '',
    asked = true,
    worker = true,
    seed = 'a1'.repeat(32),
    kept,
  } = {},
) {
  const context = await browser.newContext({
    viewport: size,
    deviceScaleFactor: scale,
    locale: language,
    colorScheme: theme,
    hasTouch: touch,
    isMobile: touch,
    reducedMotion: motion ? 'no-preference' : 'reduce',
    storageState: kept,
  });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  await page.addInitScript(dealAs, { seed, pace: pace ?? motion });
  if (!worker) await page.addInitScript(() => delete Navigator.prototype.serviceWorker);
  await page.addInitScript(
    (chosen) => {
      // The browser's own pages have no storage.
      if (!location.protocol.startsWith('http')) return;
      if (localStorage.getItem('anden.settings') === null)
        localStorage.setItem('anden.settings', JSON.stringify(chosen));
    },
    { name, asked },
  );
  page.wrong = [];
  page.on('pageerror', (e) => page.wrong.push(e.message));
  page.on('console', (m) => {
    const expected = /\/api\/(tables$|people\/)|\/ws$/.test(m.location().url) || UNREACHABLE.test(m.text());
    if (m.type() === 'error' && !expected) page.wrong.push(m.text());
  });
  return page;
}

/**
 * What a file of tests needs, from before its first test until after its last: a browser, and a server, a host of files, or both.
 * Whoever visits in a test leaves at its end, and nothing may have gone wrong in their page. Service workers (`worker`)
 * are needed only by tests that go on without a network or load the page again.
 */
export function setting(needs) {
  const ends = [];
  const visitors = [];
  const started = async (what, name) => {
    here[name] = await what;
    ends.push(() => (here[name].stop ?? here[name].close).call(here[name]));
  };
  const here = {
    async visitor(options) {
      const page = await visitor(here.browser, { worker: needs.worker ?? false, ...options });
      visitors.push(page);
      return page;
    },
    /** One more server, which a test may kill. */
    async anotherServer(limits) {
      const server = await startServer(limits);
      ends.push(server.stop);
      return server;
    },
    async proxy(target) {
      const proxy = await startProxy(target);
      ends.unshift(proxy.stop);
      return proxy;
    },
  };
  before(() =>
    Promise.all([
      started(startBrowser(), 'browser'),
      needs.server && started(startServer(), 'server'),
      needs.files && started(startFiles(), 'files'),
    ]),
  );
  after(() => Promise.all(ends.map((end) => end())));
  afterEach(async () => {
    const left = visitors.splice(0);
    await Promise.all(left.map((page) => page.context().close()));
    for (const page of left) assert.deepEqual(page.wrong, [], 'nothing went wrong in the page');
  });
  return here;
}

/** Visits the page once; then there is no network any more. */
export async function cutOff(page, url) {
  await page.goto(url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload(); // now the worker answers for the page
  await page.getByRole('heading', { name: 'andén' }).waitFor();
  await page.context().setOffline(true);
}

/** Fails if axe finds something serious on the page. `colours`: uses only its rules about colours. */
export async function accessible(page, what, { colours = false } = {}) {
  // Playwright inserts it over its own channel, so the page's policy on scripts stays as it is.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(readFileSync(axePath, 'utf8') + ';0');
  const { violations, incomplete, passes } = await page.evaluate(
    (only) => {
      // Findings that axe does not call serious would be left out below, so their rules need not run.
      const minor = globalThis.axe._audit.rules.filter((rule) => /^(minor|moderate)$/.test(rule.impact));
      const rules = Object.fromEntries(minor.map((rule) => [rule.id, { enabled: false }]));
      return globalThis.axe.run(document, { resultTypes: ['violations'], ...(only ? { runOnly: only } : { rules }) });
    },
    colours ? { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } : null,
  );
  // The rules that pass show that axe has looked at something. It can't judge the contrast of text over a picture, but
  // that text counts as looked at too.
  const looked = colours ? [...passes, ...incomplete].some((rule) => rule.id === 'color-contrast') : passes.length > 5;
  assert.ok(looked, `axe has looked at ${what}`);
  const serious = violations.filter((v) => v.impact === 'serious' || v.impact === 'critical');
  assert.deepEqual(
    serious.map(
      (v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ') + ' ' + (n.any[0]?.message ?? '')).join('; ')}`,
    ),
    [],
    what,
  );
}

/** What can be tapped on the page and is smaller than a fingertip, 44 by 44 pixels. Elements that widen the area count, and
 *  labels do, and parts that cannot be seen do not; links within a sentence are as high as its lines, as WCAG allows. */
export const tooSmall = (page) =>
  page.evaluate(() => {
    const ends = (e, pseudo) => {
      const s = getComputedStyle(e, pseudo);
      const on = s.content !== 'none' && s.position === 'absolute';
      return [s.left, s.right, s.top, s.bottom].map((v) => (on ? Math.max(0, -parseFloat(v) || 0) : 0));
    };
    const reach = (e) => {
      const box = e.getBoundingClientRect();
      const [left, right, top, bottom] = ends(e, '::after').map((v, i) => Math.max(v, ends(e, '::before')[i]));
      return { width: box.width + left + right, height: box.height + top + bottom };
    };
    const seen = (e) =>
      e.getClientRects().length > 0 &&
      !e.closest('.unseen, [inert]') &&
      getComputedStyle(e).visibility !== 'hidden' &&
      e.getBoundingClientRect().width > 2;
    const inText = (e) => e.matches('a') && e.closest('p, li') && e.closest('p, li').textContent !== e.textContent;
    return [
      ...document.querySelectorAll('button, a[href], select, input, textarea, summary, [role=checkbox], [role=switch]'),
    ]
      .filter((e) => seen(e) && !inText(e))
      .map((e) => {
        const parts = [e, ...(e.labels ?? [])].map(reach);
        return {
          name: e.getAttribute('aria-label') ?? (e.textContent.trim() || e.className || e.name),
          width: Math.max(...parts.map((p) => p.width)),
          height: Math.max(...parts.map((p) => p.height)),
        };
      })
      .filter((b) => b.width < 43.5 || b.height < 43.5)
      .map((b) => `${b.name.slice(0, 40)}: ${Math.round(b.width)}×${Math.round(b.height)}`);
  });

/** Keeps a picture of the page if SHOTS names a folder. */
export async function shot(page, name) {
  if (!SHOTS) return;
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, name + '.png') });
}
