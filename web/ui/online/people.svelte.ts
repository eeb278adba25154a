// Other people: those whom we ignore, and the one in the dialog. The list is kept with the account; for guests, who
// have none, on this device.
import type { Someone } from '../../core/api';
import { keep, keptValue } from '../../core/kept';
import { server, theServer } from './online.svelte';

const KEPT = 'anden.ignored';

function onDevice(): Someone[] {
  const list = keptValue(KEPT);
  return Array.isArray(list) ? (list as Someone[]) : [];
}

let list = $state.raw<Someone[]>(onDevice());
let whose = 0; // the account whose list it is; 0: a guest's

/** The people we ignore. */
export const ignored = {
  get list(): Someone[] {
    return list;
  },
  has(person: number): boolean {
    return list.some((one) => one.person === person);
  },
};

/** Loads the list of our present account. A guest who has secured the name takes the list along. */
export async function loadIgnored(): Promise<void> {
  const me = server.state?.me;
  if (!me) return;
  if (!me.secured) {
    if (whose !== 0) list = onDevice();
    whose = 0;
    return;
  }
  if (whose === me.person) return;
  whose = me.person;
  for (const one of onDevice()) await theServer().ignore(one.person, true);
  keep(KEPT, '[]');
  list = (await theServer().ignored()) ?? [];
}

/** Starts or stops ignoring somebody. Gives the reason if that is not possible. */
export async function ignore(one: Someone, on: boolean): Promise<string | null> {
  const secured = server.state?.me?.secured === true;
  if (secured) {
    const answer = await theServer().ignore(one.person, on);
    if (!answer.ok) return answer.why.message;
  }
  list = [...list.filter((other) => other.person !== one.person), ...(on ? [one] : [])];
  if (!secured) keep(KEPT, JSON.stringify(list));
  return null;
}

/** Lines of a chat without those of people whom we ignore. */
export function readable<Line extends { person: number }>(lines: readonly Line[]): Line[] {
  return lines.filter((line) => !ignored.has(line.person));
}

/** The person and the line of chat that the dialog is about. */
export interface About extends Someone {
  line?: number;
}
let about = $state.raw<About | 'all' | null>(null);
export const asked = {
  get about(): About | 'all' | null {
    return about;
  },
};
export function askAbout(whom: About | 'all' | null): void {
  about = whom;
}
