// What can be chosen in Metro, as the engine writes it (protocol/metro/).
export type MetroLegal =
  { event: number; kind: 'place'; square: string; tile: string; turns: number } | { event: number; kind: 'redraw' };
