// The cards of Paris. A module of its own, so that they are loaded only with that game.
export const cards = import.meta.glob<string>('./paris/*.svg', { query: '?raw', import: 'default', eager: true });
