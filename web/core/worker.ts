// The page's worker: the first message is the engine's compiled module, the rest is serve.ts.
import { serve, type Port } from './serve';
import { openStore } from './store';

const port = self as unknown as Port;

self.onmessage = async (event: MessageEvent) => {
  const module = event.data as WebAssembly.Module;
  const early: MessageEvent[] = [];
  port.onmessage = (message) => early.push(message);
  serve(port, module, await openStore());
  for (const message of early) port.onmessage?.(message);
};
