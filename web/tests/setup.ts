// What browsers have and Node 18 has not: WebSocket, and the crypto of pages. And the words that the page loads.
import { webcrypto } from 'node:crypto';
import { createRequire } from 'node:module';
import { learn } from '../core/language';
import spanish from '../generated/es.json';

globalThis.crypto ??= webcrypto as Crypto;
globalThis.WebSocket ??= (createRequire(import.meta.url)('ws') as { WebSocket: typeof WebSocket }).WebSocket;
learn('es', spanish);
