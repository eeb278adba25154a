// Where the log of a finished game comes from: a game kept in this browser, or a table of the server.
import { listLocal, openLocal } from '../../core';
import { theServer } from '../online/online.svelte';

export async function logOf(id: string): Promise<string> {
  const own = (await listLocal()).find((game) => game.id === id);
  if (own) {
    const table = await openLocal(id);
    const session = await table.open(own.persons[0] ?? 1);
    try {
      return await session.log();
    } finally {
      session.close();
      table.close();
    }
  }
  const answer = await fetch(`api/tables/${encodeURIComponent(id)}/log`);
  if (answer.status === 403) return theServer().log(id); // only for those who sat there
  if (!answer.ok) throw new Error(await answer.text());
  return answer.text();
}
