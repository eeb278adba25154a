// What browsers have and Node had not always: WebSocket.
import { createRequire } from 'node:module';

globalThis.WebSocket ??= (createRequire(import.meta.url)('ws') as { WebSocket: typeof WebSocket }).WebSocket;
