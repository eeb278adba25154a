// Land that reaches beyond a board's frame, so that a window of any shape shows no edge. Made by tools/ground.py from Natural Earth
// (public domain); loaded only with its board, which shows its own land until then.
import type { RoutesBoard } from '../../../core/board';

/** Outlines as x, y, x, y, … */
interface Outlines {
  land: number[][];
  lake: number[][];
}

const files = import.meta.glob<Outlines>('../../assets/ground/*.json', { import: 'default' });

/** A closed outline, rounded at every point. */
function rounded(line: readonly number[]): string {
  const n = line.length / 2;
  const at = (i: number) => [line[2 * (i % n)]!, line[2 * (i % n) + 1]!] as const;
  const between = (i: number) => {
    const [[x, y], [u, v]] = [at(i), at(i + 1)];
    return `${+((x + u) / 2).toFixed(1)} ${+((y + v) / 2).toFixed(1)}`;
  };
  let d = `M${between(n - 1)}`;
  for (let i = 0; i < n; i++) d += `Q${at(i).join(' ')} ${between(i)}`;
  return `${d}Z`;
}

const FAR = 4000; // units: no window shows that much

/** Outlines that were cut off at the edge of a rectangle: parts on that edge are extended far beyond it. */
function beyond(lines: readonly number[][]): number[][] {
  const edges = [0, 1].map((odd) => {
    const all = lines.flatMap((line) => line.filter((_, i) => i % 2 === odd));
    return [all.reduce((a, b) => Math.min(a, b)), all.reduce((a, b) => Math.max(a, b))] as const;
  });
  return lines.map((line) =>
    line.map((n, i) => {
      const [least, most] = edges[i % 2]!;
      return n === least ? n - FAR : n === most ? n + FAR : n;
    }),
  );
}

/** The paths of land and lakes around a board, or null if it has no more than its own. */
export async function groundOf(board: RoutesBoard): Promise<{ land: string[]; lake: string[] } | null> {
  const load = files[`../../assets/ground/${board.id}.json`];
  if (!load || !board.shapes?.some((s) => s.kind === 'sea')) return null;
  const { land, lake } = await load();
  return { land: beyond(land).map(rounded), lake: lake.map(rounded) };
}
