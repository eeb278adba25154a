// What the linter looks for in the page and in the scripts and tests that Node runs. Prettier takes care of the layout.
// `npm run lint` runs it from the root of the project, where paths begin.
import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import node from 'eslint-plugin-n';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import typescript from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

const OLDEST_NODE = '>=18.19.0'; // Debian 12's
const RUN_BY_NODE = ['tests/**', 'web/tests/**', 'web/*.config.{js,ts}'];
/** Things that Node 18 lacks too, but that tests use inside the page, or define themselves (web/tests/setup.ts). */
const IN_THE_BROWSER = ['navigator', 'Navigator', 'localStorage', 'WebSocket'];

/** Things that are newer than Node 18 and that eslint-plugin-n doesn't find: methods of values whose type
 *  it can't see. */
const LATER = [
  ...['toSorted', 'toReversed', 'toSpliced', 'with', 'fromAsync', 'isWellFormed', 'toWellFormed'],
  ...['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'],
];

export default defineConfig(
  { ignores: ['**/node_modules/', 'web/dist/', 'web/generated/', 'build*/'] },
  js.configs.recommended,
  typescript.configs.recommended,
  svelte.configs.recommended,
  {
    languageOptions: { globals: globals.browser },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-control-regex': 'off', // marks inside sentences are control characters
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { extraFileExtensions: ['.svelte'], parser: typescript.parser, svelteConfig } },
    rules: {
      'svelte/prefer-svelte-reactivity': 'off', // maps and sets here are values that are made anew
      'svelte/no-unused-svelte-ignore': 'off', // compiles every file once more
      'svelte/require-each-key': 'off', // most lists are made of the position and have no identity
    },
  },
  {
    // The unit tests run core/ in Node too.
    files: [...RUN_BY_NODE, 'web/core/**'],
    settings: { node: { version: OLDEST_NODE } },
    plugins: { n: node },
    rules: {
      'n/no-unsupported-features/es-builtins': 'error',
      'n/no-unsupported-features/es-syntax': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: `CallExpression[callee.property.name=/^(${LATER.join('|')})$/]`,
          message: 'Node 18 has no such method.',
        },
      ],
    },
  },
  {
    files: RUN_BY_NODE,
    languageOptions: { globals: globals.node },
    rules: {
      'n/no-unsupported-features/node-builtins': ['error', { allowExperimental: true, ignores: IN_THE_BROWSER }],
    },
  },
);
