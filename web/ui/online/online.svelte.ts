// The page's one connection to the server that it came from, made when the page first needs it. The page also runs
// on hosts without a server: `serverHere` says which.
import type { NewTable, OnlineState } from '../../core/api';
import type { Server } from '../../core/online';
import { connect } from '../../core/connect';
import { title } from '../games';
import { toast } from '../parts/voice.svelte';
import { go } from '../router.svelte';
import { settings, t } from '../settings.svelte';
import { askTables, type Host } from './host';
import { tellInvitation, tellTurn } from './notices.svelte';
import { ignored } from './people.svelte';

let online: Server | null = null;
let state = $state.raw<OnlineState | null>(null);

/** What is known about the server; the screens follow it; null before the first `theServer()`. */
export const server = {
  get state(): OnlineState | null {
    return state;
  },
};

/** Somebody wants to play again, in words. */
export function invitation(name: string, game: string): string {
  return t('{0} invites you to another game of {1}.', name, title(game));
}

function follow(now: OnlineState): void {
  if (now.turn && now.turn.n !== state?.turn?.n) tellTurn(now.turn.table, title(now.turn.game));
  if (now.invited && now.invited.n !== state?.invited?.n && !ignored.has(now.invited.by.person)) {
    const { table, by, game } = now.invited;
    toast(invitation(by.name, game), { name: t('Go to the table'), act: () => go('table', table) });
    tellInvitation(table, invitation(by.name, game));
  }
  if (now.told && now.told.n !== state?.told?.n) toast(now.told.words);
  state = now;
}

/** Begins again as a guest with another name, after the server did not let us in. */
export function introduceAgain(): void {
  online?.close();
  online = null;
  theServer();
}

export function theServer(): Server {
  if (!online) {
    online = connect(new URL('.', location.href).href.replace(/\/$/, ''), () => settings.name);
    const mine = online;
    mine.subscribe((now) => online === mine && follow(now));
  }
  return online;
}

export async function serverHere(): Promise<Host> {
  return state?.link.state === 'open' ? 'server' : (await askTables()).host;
}

/** Makes a table and gives its id. Throws the sentence of the refusal. */
export async function createTable(table: NewTable): Promise<string> {
  const answer = await theServer().create(table);
  if (!answer.ok) throw new Error(answer.why.message);
  return answer.table ?? '';
}
