// Where in the page somebody is. Follows the address bar; `go` changes it.
import { href, readRoute, type Route } from './route';

let now = $state.raw<Route>(readRoute(location.hash));

addEventListener('hashchange', () => (now = readRoute(location.hash)));

export const router = {
  get route(): Route {
    return now;
  },
};

/** Goes to an address of the page: go('local', id); go() is home. */
export function go(...parts: string[]): void {
  location.hash = href(...parts);
}

/** The same, but the Back button skips the old address: for addresses that only lead on. */
export function replace(...parts: string[]): void {
  history.replaceState(null, '', href(...parts));
  now = readRoute(location.hash);
}
