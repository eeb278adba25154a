// What browsers have and Node 18 has not: WebSocket, and the crypto of pages. And the words that the page loads.
import { webcrypto } from 'node:crypto';
import { createRequire } from 'node:module';
import { learn } from '../core/language';
import spanish from '../generated/es.json';

const { WebSocket: NodeSocket } = createRequire(import.meta.url)('ws') as { WebSocket: typeof WebSocket };

/** A server that does not answer is no error to a browser if nobody listens for it. To the package, it ends the program. */
class QuietSocket extends NodeSocket {
  constructor(url: string | URL) {
    super(url);
    this.onerror = () => undefined;
  }
}

globalThis.crypto ??= webcrypto as Crypto;
globalThis.WebSocket ??= QuietSocket;
learn('es', spanish);
