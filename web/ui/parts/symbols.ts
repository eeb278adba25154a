// Signs that all games share: the liveries of the seats, and icons.
import { SEATS } from '../../core/board';
import symbols from '../assets/symbols.json';

export interface Livery {
  paint: 'edge' | 'light';
  d: string;
  stroke?: number;
  cap?: 'round';
  fill?: boolean;
}

export function liveryOf(seat: number): Livery {
  return symbols.liveries[SEATS[seat - 1] ?? 'yellow'] as Livery;
}

export const icons = symbols.icons;
