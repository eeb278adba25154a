// Signs that all games share: the liveries of the seats, the motifs of their lines, and icons. A person who sees few
// colours can have them stronger (`strong`): thicker, and in the colour that stands out most on the seat's own.
import { SEATS, type SeatColour } from '../../core/board';
import symbols from '../assets/symbols.json';

type Paint = 'edge' | 'light';
const STRONGER = 1.45; // how much thicker the lines of a strong sign are
const OUTGROWN = 1.6; // how much larger a strong filled sign becomes all round, in the units of the sign

export interface Livery {
  d: string;
  fill: string;
  stroke: string;
  width: number;
  cap: 'round' | 'butt';
}
/** The second stroke on a line of Metro. */
export interface Motif {
  stroke: string;
  width: number;
  dash: string | undefined;
  cap: 'round' | 'butt';
}

function paintOf(paint: Paint, colour: SeatColour, strong: boolean): string {
  return strong ? `var(--pt-${colour})` : paint === 'edge' ? `var(--pe-${colour})` : `var(--ph-${colour})`;
}

export function liveryOf(seat: number, strong: boolean): Livery {
  const colour = SEATS[seat - 1] ?? 'yellow';
  const sign = symbols.liveries[colour] as { paint: Paint; d: string; stroke?: number; cap?: 'round'; fill?: boolean };
  const paint = paintOf(sign.paint, colour, strong);
  return {
    d: sign.d,
    fill: sign.fill ? paint : 'none',
    stroke: sign.fill && !strong ? 'none' : paint,
    width: sign.fill ? OUTGROWN : (sign.stroke ?? 0) * (strong ? STRONGER : 1),
    cap: sign.cap ?? 'butt',
  };
}

export function motifOf(colour: SeatColour, strong: boolean): Motif {
  const sign = symbols.lineMotifs[colour] as { paint: Paint; width: number; dash?: string; cap?: 'round' };
  return {
    stroke: paintOf(sign.paint, colour, strong),
    width: sign.width * (strong ? STRONGER : 1),
    dash: sign.dash,
    cap: sign.cap ?? 'butt',
  };
}

export const icons = symbols.icons;
