// The introductions to the games, each in its family's folder.
import { faces } from '../families';
import type { Step } from './step';

/** The steps of a game; null if there is no introduction to it. */
export async function lessonOf(game: string): Promise<Step[] | null> {
  const all = await Promise.all(faces().map((face) => face.lessons?.()));
  return all.map((family) => family?.lessons[game]).find((steps) => steps !== undefined) ?? null;
}
