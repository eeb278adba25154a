// The families of games that the page knows, by the name that boards give. Other families are shown in words.
import type { Board } from '../core/board';
import { metroFace } from './metro/face';
import { routesFace } from './routes/face';
import type { Face } from './table/face';
import { textFace } from './text/face';

/** A face is only ever given boards and positions of its own family. */
const FACES = new Map<string, Face>([
  ['routes', routesFace as unknown as Face],
  ['metro', metroFace as unknown as Face],
]);

export const faceOf = (board: Board): Face => FACES.get(board.family) ?? textFace;

export const faces = (): Face[] => [...FACES.values()];
