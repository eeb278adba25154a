// When a connection counts as lost, with a server that is made up here and a clock that the test moves.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Link } from '../core/api';
import { Socket } from '../core/socket';

/** A server that greets everybody, and answers pings as long as it is not `dead`. */
class Made {
  static dead = false;
  static made = 0;
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;
  pings = 0;

  constructor() {
    Made.made += 1;
    queueMicrotask(() => this.onopen?.());
  }

  send(text: string): void {
    const { type, id } = JSON.parse(text) as { type: string; id: number };
    if (type === 'hello') this.answer({ type: 'welcome' });
    if (type === 'ping') this.answer({ type: 'pong', id });
  }

  private answer(message: object): void {
    const data = JSON.stringify(message);
    queueMicrotask(() => !Made.dead && this.onmessage?.({ data }));
  }

  close(): void {}
}

const page = new EventTarget();
const shown = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const happens = (at: EventTarget, name: string) => at.dispatchEvent(new Event(name));
let links: Link['state'][] = [];
let socket: Socket;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Made);
  vi.stubGlobal('document', shown);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  [Made.dead, Made.made, links] = [false, 0, []];
  const keep = { get: () => null, set: () => undefined };
  const events = { link: ({ state }: Link) => void links.push(state), welcome: () => undefined };
  socket = new Socket('ws://made.up', { ...keep, known: keep }, () => '', events);
  await vi.advanceTimersByTimeAsync(1);
  expect(links).toEqual(['connecting', 'open']);
});
afterEach(() => {
  socket.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ask = () => void socket.channel.ask({ type: 'mine' });

test('a server that answers neither is said to be lost within two seconds of a command', async () => {
  Made.dead = true;
  ask();
  await vi.advanceTimersByTimeAsync(1600);
  expect(links.at(-1)).toBe('open');
  await vi.advanceTimersByTimeAsync(400);
  expect(links.at(-1)).toBe('lost');
});

test('a server that takes long for a command, but is there, is not', async () => {
  ask();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(links).toEqual(['connecting', 'open']);
});

test('a server that has said nothing for long is asked', async () => {
  Made.dead = true;
  await vi.advanceTimersByTimeAsync(9_000);
  expect(links.at(-1)).toBe('open');
  await vi.advanceTimersByTimeAsync(3_000);
  expect(links).toContain('lost');
});

test('after a silence that was none, a slow connection gets more time', async () => {
  Made.dead = true;
  ask();
  await vi.advanceTimersByTimeAsync(1800);
  Made.dead = false;
  await vi.advanceTimersByTimeAsync(1000); // it has connected again
  expect(links.at(-1)).toBe('open');
  Made.dead = true;
  ask();
  await vi.advanceTimersByTimeAsync(2000);
  expect(links.at(-1)).toBe('open');
  const before = links.length;
  await vi.advanceTimersByTimeAsync(1000);
  expect(links.slice(before)).toContain('lost');
});

test('the browser says that there is no network, and that there is one again', async () => {
  happens(page, 'offline');
  expect(links.at(-1)).toBe('lost');
  Made.dead = true;
  await vi.advanceTimersByTimeAsync(100);
  Made.dead = false;
  happens(page, 'online');
  await vi.advanceTimersByTimeAsync(1);
  expect(links.at(-1)).toBe('open');
  expect(Made.made).toBe(2);
});

test('a page that is shown again asks whether the server is there', async () => {
  Made.dead = true;
  happens(shown, 'visibilitychange');
  await vi.advanceTimersByTimeAsync(1100);
  expect(links.at(-1)).toBe('lost');
});

test('a closed connection follows nothing any more', async () => {
  socket.close();
  const { length } = links;
  happens(page, 'offline');
  happens(page, 'online');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(links.length).toBe(length);
});
