// Firefox and WebKit for the tests: Debian's Firefox by WebDriver BiDi, Debian's WebKit (MiniBrowser) by WebDriver over
// HTTP. The pages here can do little: go somewhere, run a function, point and type. page.mjs builds on that what the
// tests use.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pageOf } from './page.mjs';
import { PATIENCE, until } from './patience.mjs';

// Browsers have processes of their own: they end with this one, however it ends.
const groups = new Set();
const endAll = () => groups.forEach(end);
process.once('exit', endAll);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

function end(group) {
  groups.delete(group);
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // it has ended already
  }
}

/** A program with a folder of its own; `ready` is the line of its output that says that it can be used. Its children
 *  end with it. */
async function program(command, args, ready, environment = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'anden-engine-'));
  const home = { HOME: folder, XDG_RUNTIME_DIR: folder, XDG_CACHE_HOME: folder, XDG_CONFIG_HOME: folder };
  const running = spawn(command, args(folder), {
    env: { ...process.env, ...home, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  groups.add(running.pid);
  let said = '';
  const ended = new Promise((resolve) => running.once('close', resolve));
  const found = new Promise((resolve, reject) => {
    for (const stream of [running.stdout, running.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        said += line + '\n';
        const match = ready.exec(line);
        if (match) resolve(match[1]);
      });
    running.once('error', reject);
    void ended.then(() => reject(new Error(`${command} ended: ${said}`)));
    setTimeout(() => reject(new Error(`${command} does not start: ${said}`)), PATIENCE).unref();
  });
  return {
    found,
    folder,
    said: () => said,
    async stop() {
      end(running.pid);
      await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** A port that is free now. */
async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const KEYS = {
  Enter: '\uE007',
  Tab: '\uE004',
  Escape: '\uE00C',
  Space: ' ',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
};

/** Pointing and typing; both protocols describe it in the same way. */
const actions = {
  click: (x, y) => [
    {
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    },
  ],
  press: (key) => [
    {
      type: 'key',
      id: 'keys',
      actions: ['keyDown', 'keyUp'].map((type) => ({ type, value: KEYS[key] ?? key })),
    },
  ],
};

// ---- Firefox

const PREFERENCES = {
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.ipc.processCount': 1,
  'dom.ipc.processPrelaunch.enabled': false,
  'fission.autostart': false,
  'intl.accept_languages': 'en',
  'media.hardware-video-decoding.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.enabled': false,
  'ui.prefersReducedMotion': 1,
  'widget.gtk.overlay-scrollbars.enabled': false, // scrollbars that take room: pages must not leave it empty
};

/** WebDriver BiDi over a WebSocket: send() asks, on() listens. */
async function bidi(WebSocket, url) {
  const socket = new WebSocket(url);
  const waiting = new Map();
  const hears = [];
  let number = 0;
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.on('message', (data) => {
    const message = JSON.parse(data);
    if (message.type === 'event') return hears.forEach((hear) => hear(message.method, message.params));
    const { resolve, reject } = waiting.get(message.id);
    waiting.delete(message.id);
    return message.type === 'error'
      ? reject(new Error(`${message.error}: ${message.message}`))
      : resolve(message.result);
  });
  return {
    on: (hear) => hears.push(hear),
    close: () => socket.terminate(),
    send: (method, params = {}) =>
      new Promise((resolve, reject) => {
        waiting.set(++number, { resolve, reject });
        socket.send(JSON.stringify({ id: number, method, params }));
      }),
  };
}

async function startFirefox(path, fromWeb) {
  const run = await program(
    path,
    (folder) => {
      const lines = Object.entries(PREFERENCES).map(
        ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`,
      );
      writeFileSync(join(folder, 'user.js'), lines.join(''));
      return ['--headless', '--no-remote', '--profile', folder, '--remote-debugging-port=0', 'about:blank'];
    },
    /WebDriver BiDi listening on (ws:\S+)/,
  );
  const wire = await bidi(fromWeb('ws'), (await run.found) + '/session');
  await wire.send('session.new', { capabilities: {} });
  await wire.send('session.subscribe', { events: ['log.entryAdded'] });

  async function tab({ viewport }) {
    const { userContext } = await wire.send('browser.createUserContext');
    const { context } = await wire.send('browsingContext.create', { type: 'tab', userContext });
    await wire.send('browsingContext.setViewport', { context, viewport });
    const driver = {
      preloads: true,
      errors: [],
      // The page before the first one has no storage.
      preload: (source) =>
        wire.send('script.addPreloadScript', {
          functionDeclaration: `() => { try { ${source} } catch (e) { if (e.name !== 'SecurityError') throw e; } }`,
          contexts: [context],
        }),
      goto: (url) => wire.send('browsingContext.navigate', { context, url, wait: 'complete' }),
      reload: () => wire.send('browsingContext.reload', { context, wait: 'complete' }),
      act: (list) => wire.send('input.performActions', { context, actions: list }),
      async run(source, text) {
        const { type, result, exceptionDetails } = await wire.send('script.callFunction', {
          functionDeclaration: source,
          arguments: [{ type: 'string', value: text }],
          target: { context },
          awaitPromise: true,
        });
        assert.equal(type, 'success', exceptionDetails?.text);
        return result.value;
      },
      async picture() {
        return (await wire.send('browsingContext.captureScreenshot', { context })).data;
      },
      close: () => wire.send('browser.removeUserContext', { userContext }),
    };
    wire.on((method, params) => {
      if (method !== 'log.entryAdded' || params.source?.context !== context || params.level !== 'error') return;
      driver.errors.push({ text: params.text, url: params.stackTrace?.callFrames?.[0]?.url ?? '' });
    });
    return driver;
  }
  return {
    tab,
    async close() {
      wire.close();
      await run.stop();
    },
  };
}

// ---- WebKit

/** WebDriver over HTTP. */
async function ask(url, method, body) {
  const answer = await fetch(url, { method, body: body && JSON.stringify(body), headers: { Connection: 'close' } });
  const { value } = await answer.json();
  if (!answer.ok) throw new Error(`${value?.error}: ${value?.message}`);
  return value;
}

/** Starts the driver. Null if it ended at once, because another program took its port first. */
async function startDriver(path, DISPLAY) {
  const port = await freePort();
  const run = await program(path, () => [`--port=${port}`, '--host=127.0.0.1'], /never (said)/, {
    DISPLAY,
    GDK_BACKEND: 'x11',
    GTK_A11Y: 'none',
    LC_ALL: 'C.UTF-8',
    LANGUAGE: 'en',
    NO_AT_BRIDGE: '1',
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', // in containers there are no namespaces for a sandbox
  });
  let ended = false;
  run.found.catch(() => (ended = true));
  const host = `http://127.0.0.1:${port}`;
  await until('WebKitWebDriver answers', () => ended || ask(host + '/status', 'GET').catch(() => null));
  return ended ? null : { run, host };
}

async function startWebKit(path) {
  const display = await program(
    'Xvfb',
    () => ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
    /^(\d+)$/,
  );
  const DISPLAY = ':' + (await display.found);
  const { run, host } = await until('WebKitWebDriver starts', () => startDriver(path, DISPLAY));

  async function tab({ viewport }) {
    const { sessionId } = await ask(host + '/session', 'POST', {
      capabilities: { alwaysMatch: { browserName: 'MiniBrowser' } },
    });
    const at = (command, body) => ask(`${host}/session/${sessionId}/${command}`, body ? 'POST' : 'GET', body);
    await at('timeouts', { script: PATIENCE, pageLoad: PATIENCE });
    const size = async (more) => {
      await at('window/rect', { x: 0, y: 0, width: viewport.width + more[0], height: viewport.height + more[1] });
      return at('execute/sync', { script: 'return [innerWidth, innerHeight]', args: [] });
    };
    const [width, height] = await size([0, 0]); // of the page in a window of this size
    await size([viewport.width - width, viewport.height - height]);
    return {
      preloads: false,
      errors: [],
      goto: (url) => at('url', { url }),
      reload: () => at('refresh', {}),
      act: (list) => at('actions', { actions: list }),
      run: (source, text) =>
        at('execute/async', {
          script: `const [text, done] = arguments; Promise.resolve((${source})(text)).then(done, (e) => done('!' + e));`,
          args: [text],
        }),
      picture: () => at('screenshot'),
      close: () => ask(`${host}/session/${sessionId}`, 'DELETE'),
    };
  }
  return {
    tab,
    async close() {
      await run.stop();
      await display.stop();
    },
  };
}

/** A browser with those functions of Playwright's that these tests use. */
export async function startEngine(name, path, fromWeb) {
  const engine = await (name === 'firefox' ? startFirefox(path, fromWeb) : startWebKit(path));
  return {
    close: engine.close,
    async newContext(options) {
      const driver = await engine.tab(options);
      const context = {
        setDefaultTimeout() {},
        close: () => driver.close(),
        newPage: async () => pageOf(driver, actions, context),
      };
      return context;
    },
  };
}
