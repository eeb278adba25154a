// Tests run in Node: core/ needs no page. Node 20 has WebSocket behind a flag.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  test: {
    include: ['tests/**/*.test.ts'],
    pool: 'forks',
    poolOptions: { forks: { execArgv: ['--experimental-websocket', '--no-warnings'] } },
    testTimeout: 30_000,
  },
});
