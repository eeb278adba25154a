// Where the log of a finished game comes from: a game kept in this browser, or a table of the server.
import { loadLocal } from '../../core';
import { theServer } from '../online/online.svelte';

export async function logOf(id: string): Promise<string> {
  const local = await loadLocal();
  if ((await local.list()).some((game) => game.id === id && game.over)) return local.log(id);
  const answer = await fetch(`api/tables/${encodeURIComponent(id)}/log`);
  if (answer.status === 403) return theServer().log(id); // only for those who sat there
  if (!answer.ok) throw new Error(await answer.text());
  return answer.text();
}
