// Tests run in Node: core/ needs no page.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// The limit of a test that hangs: soon where somebody waits for it, late on a machine of continuous integration, which may be slow.
const limit = process.env.CI === 'true' ? 300_000 : 20_000; // milliseconds

export default defineConfig({
  plugins: [svelte()],
  test: {
    include: ['tests/**/*.test.ts'],
    setupFiles: ['tests/setup.ts'],
    pool: 'forks',
    testTimeout: limit,
    hookTimeout: limit,
    expect: { poll: { timeout: limit } },
  },
});
