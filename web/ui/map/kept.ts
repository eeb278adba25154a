// People's own maps, kept in this browser: the text of each by the id of its board.
import { keep, kept, keptAfter } from '../../core/kept';

const KEPT = 'anden.map.';

/** The text of a kept map, or null. */
export const keptMap = (id: string): string | null => kept(KEPT + id);

/** Keeps a map. False if the browser doesn't. */
export const keepMap = (id: string, text: string): boolean => keep(KEPT + id, text);

export const dropMap = (id: string): boolean => keep(KEPT + id, null);

/** The ids of all kept maps, in order. */
export const keptMaps = (): string[] => keptAfter(KEPT);
