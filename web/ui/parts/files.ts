// Files that the page gives to the person.
import type { LocalRecord } from '../../core/api';

export function save(name: string, content: string | Blob, type = 'text/plain'): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** All games in one file: who played, how it ended, and the log of those that are over. Games that cannot be read are
 *  left out. */
export async function exported(games: readonly LocalRecord[], log: (id: string) => Promise<string>): Promise<string> {
  const all = [];
  for (const { id, game, names, bots, persons, changed, standing, over, daily, damaged } of games) {
    if (damaged) continue;
    const text = over ? await log(id).catch(() => null) : null;
    all.push({
      id,
      game,
      names,
      bots,
      persons,
      changed: new Date(changed).toISOString(),
      over,
      daily,
      standing,
      log: text,
    });
  }
  return JSON.stringify({ anden: 'games 1', games: all }, null, 1) + '\n';
}
