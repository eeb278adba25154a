// A board as the engine describes it (protocol/board_json.h). Nothing here knows a rule.

export interface City {
  name: string;
  alias?: string;
  x: number;
  y: number;
  label: { x: number; y: number; anchor: 'start' | 'middle' | 'end' };
}

export interface Space {
  x: number;
  y: number;
  angle: number;
  icon: boolean;
}

export interface Route {
  a: string;
  b: string;
  colour: string;
  length: number;
  cards: number;
  kind: string;
  tunnel: boolean;
  ferry: number;
  metro: boolean;
  double: boolean;
  number: number;
  twin: number | null;
  points: number;
  spaces: Space[];
}

export interface Ticket {
  a: string;
  b: string;
  points: number;
  long: boolean;
}

export interface Shape {
  kind: 'ground' | 'sea' | 'land' | 'lake' | 'river' | 'water' | 'park' | 'street' | 'peak' | 'name';
  x?: number;
  y?: number;
  scale?: number;
  stroke?: number;
  path?: string;
  words?: string;
}

/** What all boards have. Each family adds to it in an interface of its own. */
export interface Board {
  id: string;
  name: string;
  family: string;
  seats_min: number;
  seats_max: number;
  hash: string;
  about: string[];
}

export interface RoutesBoard extends Board {
  family: 'routes';
  frame?: { width: number; height: number };
  space?: { length: number; width: number };
  shapes?: Shape[];
  features: string[];
  words: { cards: string; place: string; express: string }; // what people call things: keys of the catalogue
  options: {
    pieces: { name: string; count: number }[];
    stations: number;
    station_points: number;
    hand: number;
    first_long: number;
    first_regular: number;
    first_keep: number;
    first_leave: boolean;
    draw_tickets: number;
    secret_counts: boolean;
    both_halves_from: number;
    last_round_at: number;
    express_points: number;
    flag_points: number;
    flag: string[];
  };
  cards: { name: string; count: number; wild: boolean }[];
  cities: City[];
  routes: Route[];
  tickets: Ticket[];
}

export type Side = 'north' | 'east' | 'south' | 'west';

export interface MetroBoard extends Board {
  family: 'metro';
  size: { columns: number; rows: number };
  centre: string[];
  squares: string[];
  tiles: { code: string; count: number; ways: Record<Side, Side>; turned: string }[];
  stations: { number: number; square: string; side: Side; name: string | null }[];
  owners: Record<string, (number | null)[]>;
}

// The six seats, in order: names of their colours in tokens.css and symbols.json.
export const SEATS = ['yellow', 'blue', 'orange', 'green', 'purple', 'black'] as const;
export type SeatColour = (typeof SEATS)[number];
