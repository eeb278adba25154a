// A real server for tests: build/anden on a port of its own, with a database in a temporary folder.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Server as Proxy, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { OnlineState } from '../core/api';
import { Server } from '../core/online';
import { engine, module } from './table';

const PATIENCE = 300_000; // milliseconds
const MOMENT = 50; // milliseconds
const PROGRAMS = [process.env['ANDEN'] ?? '', '../build/anden', '../build-test/anden'];

export class RealServer {
  private child: ChildProcess | null = null;
  private readonly folder = mkdtempSync(join(tmpdir(), 'anden-'));
  port = 0;

  /** Starts the server, on the same port if it ran before: systems don't give such a port to other
   *  programs by themselves. */
  async start(): Promise<void> {
    for (const end = Date.now() + PATIENCE; ; await pause(100)) {
      const said = await this.run(this.port || 10_000 + Math.floor(Math.random() * 22_000));
      if (said === null) return;
      if (Date.now() > end) throw new Error(`The server did not start: ${said}`);
    }
  }

  /** Tries to start it once. If it ended instead, gives its output. */
  private run(port: number): Promise<string | null> {
    const program = PROGRAMS.find((path) => path !== '' && existsSync(path));
    if (!program) throw new Error('There is no build/anden: build it, or say where it is with ANDEN=...');
    const args = [
      'serve',
      '--listen',
      `127.0.0.1:${port}`,
      '--db',
      join(this.folder, 'anden.db'),
      '--bot-pause-ms',
      '0',
      '--limits',
      '0',
      '--any-origin',
      '1',
    ];
    const child = (this.child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] }));
    return new Promise((resolve) => {
      let said = '';
      const hear = (data: Buffer) => {
        said += String(data);
        const found = /http:\/\/127\.0\.0\.1:(\d+)/.exec(said);
        if (!found) return;
        this.port = Number(found[1]);
        resolve(null);
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.on('exit', () => resolve(said));
    });
  }

  /** Kills it, whatever it is doing. */
  kill(): Promise<void> {
    const child = this.child;
    this.child = null;
    return new Promise((resolve, reject) => {
      if (!child) return resolve();
      const ended = child.exitCode ?? child.signalCode;
      if (ended !== null) return reject(new Error(`The server had ended by itself: ${ended}`));
      child.removeAllListeners('exit');
      child.on('exit', () => resolve());
      child.kill('SIGKILL');
    });
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Stands between a page and the server, so that a connection can be cut. */
export class Wire {
  private readonly pairs = new Set<Socket>();
  private readonly proxy: Proxy;
  open = true;

  constructor(server: RealServer) {
    this.proxy = createServer((from) => {
      if (!this.open) return void from.destroy();
      const to = createConnection(server.port, '127.0.0.1');
      for (const [a, b] of [
        [from, to],
        [to, from],
      ] as const) {
        this.pairs.add(a);
        if (a === to) this.gather(a, b);
        else a.pipe(b);
        a.on('error', () => b.destroy());
        a.on('close', () => {
          this.pairs.delete(a);
          b.destroy();
        });
      }
    });
  }

  /** Hands on in one piece what comes within a moment, as networks do: several messages arrive at once. */
  private gather(from: Socket, to: Socket): void {
    let held: Buffer[] = [];
    from.on('data', (data: Buffer) => {
      if (held.push(data) > 1) return;
      setTimeout(() => {
        if (!to.destroyed) to.write(Buffer.concat(held));
        held = [];
      }, MOMENT);
    });
  }

  listen(): Promise<string> {
    return new Promise((resolve) => {
      this.proxy.listen(0, '127.0.0.1', () =>
        resolve(`http://127.0.0.1:${(this.proxy.address() as { port: number }).port}`),
      );
    });
  }

  cut(): void {
    for (const socket of this.pairs) socket.destroy();
  }

  end(): void {
    this.cut();
    this.proxy.close();
  }
}

/** A connection that breaks at a chosen message, of either side: before it arrives, or right behind it. */
export class Fuse {
  private passed = 0;
  private limit = Infinity;
  private behind = false;
  broken = false;

  /** Breaks at the n-th message from now on, once. */
  light(n: number, behind: boolean): void {
    [this.passed, this.limit, this.behind, this.broken] = [0, n, behind, false];
  }

  /** A message passes, unless the connection breaks first. */
  pass(cut: () => void, go: () => void): void {
    const now = !this.broken && ++this.passed === this.limit;
    if (now) this.broken = true;
    if (now && !this.behind) return cut();
    go();
    if (now) cut();
  }

  /** The sockets of a page whose connections break so. */
  sockets(): typeof WebSocket {
    const pass = this.pass.bind(this);
    return class extends globalThis.WebSocket {
      private cut = false;

      private end(): void {
        this.cut = true; // what is still on its way is lost
        this.close();
        this.onclose?.({} as never);
      }

      override send(text: string): void {
        if (!this.cut) pass(this.end.bind(this), () => super.send(text));
      }

      override set onmessage(hear: (event: MessageEvent) => void) {
        super.onmessage = (event: MessageEvent) => {
          if (!this.cut) pass(this.end.bind(this), () => hear(event));
        };
      }
    };
  }
}

export function visit(url: string, name: string, token: string | null = null): Server {
  let known: string | null = null;
  return new Server({
    url,
    load: async () => ({ module, engine }),
    keep: {
      get: () => token,
      set: (next) => void (token = next),
      known: { get: () => known, set: (next) => void (known = next) },
    },
    name: () => name,
    think: async () => [],
  });
}

export function whenOnline(online: Server, holds: (state: OnlineState) => boolean): Promise<OnlineState> {
  return new Promise((resolve) => {
    let done = false;
    const stop = online.subscribe((state) => {
      if (done || !holds(state)) return;
      done = true;
      resolve(state);
      queueMicrotask(() => stop());
    });
  });
}
