// Where one's own map begins: a small example, or a copy of a board of the program under another name.
import example from '../../../doc/examples/tiny.board?raw';

export { example };

const files = import.meta.glob<string>('../../../boards/*.board', { query: '?raw', import: 'default' });

/** A copy of a board of the program: with another id, so that games on it are not taken for games on the original. */
export async function copyOf(id: string): Promise<string | null> {
  const text = await files[`../../../boards/${id}.board`]?.();
  if (text === undefined) return null;
  return text
    .replace(/^id\s+(\S+)/m, (_, id: string) => `id my-${id}`.slice(0, 26))
    .replace(/^name\s+("?)(.*?)\1\s*$/m, (_, __, name: string) => `name "${name} 2"`);
}

/** The id that a board file gives itself, or null. */
export function idOf(text: string): string | null {
  return /^\s*id\s+([a-z][a-z0-9_-]*)/m.exec(text)?.[1] ?? null;
}
