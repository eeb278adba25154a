// What can be chosen in a route game, as the engine writes it (protocol/routes/).
interface Event {
  event: number;
}
interface Payable extends Event {
  colour: string | null;
  coloured: number;
  wilds: number;
}

export type RoutesLegal =
  | (Event & { kind: 'draw'; slot: number; card: string | null })
  | (Payable & { kind: 'claim'; route: number; flag: boolean })
  | (Payable & { kind: 'station'; city: string })
  | (Payable & { kind: 'extra'; route: number })
  | (Event & { kind: 'decline'; route: number })
  | (Event & { kind: 'keep'; tickets: number[]; count: number })
  | (Event & { kind: 'tickets' | 'pass' });
