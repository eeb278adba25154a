// The addresses inside the page: the part after the # and what it means. Any static host will do, since no
// server has to know them.

export type Mode = 'here' | 'online';

export type Route =
  | { name: 'home' }
  | { name: 'new'; game: string; mode: Mode }
  | { name: 'local'; id: string }
  | { name: 'lobby' }
  | { name: 'account' }
  | { name: 'table'; id: string }
  | { name: 'person'; who: string }
  | { name: 'ranking'; game: string }
  | { name: 'daily'; game: string }
  | { name: 'replay'; id: string | null }
  | { name: 'map' }
  | { name: 'learn'; game: string }
  | { name: 'games' }
  | { name: 'settings' }
  | { name: 'lost' };

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Reads an address such as "#/table/abc". An unknown address is `lost`. */
export function readRoute(hash: string): Route {
  const [name = '', a = '', b = '', ...more] = hash
    .replace(/^#?\/?/, '')
    .replace(/\/$/, '')
    .split('/')
    .map(decoded);
  if (more.length > 0) return { name: 'lost' };
  if (b !== '' && !(name === 'new' && b === 'online')) return { name: 'lost' };
  switch (name) {
    case '':
      return { name: 'home' };
    case 'lobby':
    case 'account':
    case 'map':
    case 'games':
    case 'settings':
      return a === '' ? { name } : { name: 'lost' };
    case 'replay':
      return { name, id: a === '' ? null : a };
    case 'new':
      return a === '' ? { name: 'lost' } : { name, game: a, mode: b === 'online' ? 'online' : 'here' };
    case 'learn':
    case 'ranking':
    case 'daily':
      return a === '' ? { name: 'lost' } : { name, game: a };
    case 'local':
    case 'table':
      return a === '' ? { name: 'lost' } : { name, id: a };
    case 'person':
      return a === '' ? { name: 'lost' } : { name, who: a };
    default:
      return { name: 'lost' };
  }
}

/** Writes an address: href('table', id). */
export function href(...parts: string[]): string {
  return '#/' + parts.map(encodeURIComponent).join('/');
}
