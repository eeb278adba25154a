// The cards of Berlin. A module of its own, so that they are loaded only with that game.
export const cards = import.meta.glob<string>('./berlin/*.svg', { query: '?raw', import: 'default', eager: true });
