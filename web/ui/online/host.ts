// Who answers at the address of the page, asked over HTTP: all that the first screen needs to know about a server.
import type { DayList } from '../../core/api';

/** Who answers at the address of the page: a server of ours, a host that only has files, or nobody. */
export type Host = 'server' | 'files' | 'nobody';

export async function askTables(): Promise<{ host: Host; tables: number }> {
  try {
    const answer = await fetch('./api/tables', { headers: { Accept: 'application/json' } });
    const found = answer.ok ? ((await answer.json()) as { list?: unknown[] }) : {};
    return Array.isArray(found.list)
      ? { host: 'server', tables: found.list.length }
      : { host: answer.status >= 500 ? 'nobody' : 'files', tables: 0 };
  } catch (e) {
    // An HTML page instead of JSON comes from a host that answers everything with its index.
    return { host: e instanceof SyntaxError ? 'files' : 'nobody', tables: 0 };
  }
}

/** How many public tables there are; null without a server. */
export async function openTables(): Promise<number | null> {
  const { host, tables } = await askTables();
  return host === 'server' ? tables : null;
}

/** The best result there with today's deal of a game; null if there is none yet, or it is not known. */
export async function bestOf(game: string): Promise<{ name: string; score: number } | null> {
  try {
    const answer = await fetch(`./api/daily/${encodeURIComponent(game)}`, { headers: { Accept: 'application/json' } });
    return answer.ok ? (((await answer.json()) as DayList).results[0] ?? null) : null;
  } catch {
    return null;
  }
}
