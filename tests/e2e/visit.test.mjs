// What a first visit costs, and how the page gets all its files for later: few requests, slowly, and whatever the host says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, setting } from './harness.mjs';
import { until } from './patience.mjs';

const here = setting({ worker: true });
const REQUESTS = 40;
const DEFAULTS = []; // the limits that a server has by itself

const phone = () => here.visitor({ size: PHONE, touch: true });

/** Waits until the browser keeps the page for later; gives the files that it keeps. */
async function kept(page) {
  await page.evaluate(() => navigator.serviceWorker.ready);
  return page.evaluate(async () => {
    const [name] = await caches.keys();
    const requests = await (await caches.open(name)).keys();
    return requests.map(({ url }) => new URL(url).pathname).sort();
  });
}

/** The page opens without a network, and a game begins. */
async function playsAlone(page) {
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole('button', { name: /^Play Europe now/ }).click();
  await page.getByRole('button', { name: 'Menu' }).waitFor();
  await page.context().setOffline(false);
}

test('three phones at one address: each makes few requests, and keeps the whole page', async () => {
  const server = await here.anotherServer(DEFAULTS);
  const visits = await Promise.all(
    [1, 2, 3].map(async () => {
      const [page, proxy] = await Promise.all([phone(), here.proxy(server.url)]);
      await page.goto(proxy.url);
      return { page, proxy, files: await kept(page) };
    }),
  );
  for (const { proxy, files } of visits) {
    assert.ok(proxy.asked.length <= REQUESTS, `${proxy.asked.length} requests: ${proxy.asked.join(' ')}`);
    assert.deepEqual(files, visits[0].files, 'all keep the same');
    assert.ok(files.some((file) => file.endsWith('.wasm')));
  }
  await playsAlone(visits[0].page);
});

test('a host that has too much to do is asked again when it says so', async () => {
  const proxy = await here.proxy((await here.anotherServer(DEFAULTS)).url);
  const refused = new Set();
  // The first time, it refuses each file to the service worker, which asks for all of them as data.
  proxy.refuse = ({ url, headers }) => {
    if (!/^\/assets\/.*(js|css)$/.test(url) || headers['sec-fetch-dest'] !== 'empty' || refused.has(url)) return null;
    refused.add(url);
    return [429, { 'Retry-After': '1' }];
  };
  const page = await phone();
  await page.goto(proxy.url);
  const files = await kept(page);
  assert.ok(refused.size > 5, 'some were refused');
  for (const file of refused) assert.ok(files.includes(file), file);
  page.wrong = page.wrong.filter((words) => !words.includes('429'));
});

test('a worker that could not get everything is followed by one that gets the rest', async () => {
  const proxy = await here.proxy((await here.anotherServer(DEFAULTS)).url);
  proxy.refuse = ({ url }) => (/metro.*js$/.test(url) ? [404, {}] : null);
  const page = await phone();
  await page.goto(proxy.url);
  const failed = () => page.evaluate(async () => !(await navigator.serviceWorker.getRegistration()));
  await until('the first one has asked for the missing file', () => proxy.asked.some((url) => /metro.*js$/.test(url)));
  await until('it gives up', failed);
  const before = new Set(proxy.asked);
  proxy.refuse = () => null;
  proxy.asked.length = 0;
  await page.reload();
  const files = await kept(page);
  assert.ok(files.some((file) => /metro.*js$/.test(file)));
  const twice = proxy.asked.filter((url) => /^\/assets\//.test(url) && before.has(url) && !/metro.*js$/.test(url));
  assert.deepEqual(twice, [], 'what it had is not asked for again');
  page.wrong = page.wrong.filter((words) => !words.includes('404'));
});
