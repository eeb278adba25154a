// What browsers have and Node 18 has not: WebSocket, and the crypto of pages.
import { webcrypto } from 'node:crypto';
import { createRequire } from 'node:module';

globalThis.crypto ??= webcrypto as Crypto;
globalThis.WebSocket ??= (createRequire(import.meta.url)('ws') as { WebSocket: typeof WebSocket }).WebSocket;
