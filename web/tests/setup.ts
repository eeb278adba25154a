// What browsers have and Node 18 does not: WebSocket, and the crypto of pages. Also the words that the page loads.
import { webcrypto } from 'node:crypto';
import { createRequire } from 'node:module';
import { learn } from '../core/language';
import spanish from '../generated/es.json';

const { WebSocket: NodeSocket } = createRequire(import.meta.url)('ws') as { WebSocket: typeof WebSocket };

/** If a server does not answer and nobody listens for the error, a browser goes on. The package would end the program. */
class QuietSocket extends NodeSocket {
  constructor(url: string | URL) {
    super(url);
    this.onerror = () => undefined;
  }
}

globalThis.crypto ??= webcrypto as Crypto;
globalThis.WebSocket ??= QuietSocket;
learn('es', spanish);
