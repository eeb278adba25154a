// What the page uses of core: factories. The types are in api.ts.
export { loadEngine } from './engine';
