// The picture of a game on this device, shared without opening it: its map is drawn out of sight for a moment.
import { mount, unmount } from 'svelte';
import { openLocal } from '../../core/index';
import FinalMap from '../end/FinalMap.svelte';
import { shareResult } from '../end/share';
import { t } from '../settings.svelte';

const DRAWN = '.window svg.layer[viewBox], svg.metro[viewBox]'; // they get their box when their size is known
const PATIENCE = 10_000; // milliseconds until the map is there

/** Waits until the map is there and has its size. */
function drawn(box: HTMLElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = performance.now() + PATIENCE;
    const look = () => {
      if (box.querySelector(DRAWN)) requestAnimationFrame(() => resolve());
      else if (performance.now() > end) reject(new Error('The map cannot be drawn.'));
      else requestAnimationFrame(look);
    };
    look();
  });
}

/** Shares the picture and the line of a daily deal. True if it was saved as a file; rejects if there is no such game any more. */
export async function sharePicture(id: string, daily: string): Promise<boolean> {
  const local = await openLocal(id);
  const { state } = await local.open(local.persons[0] ?? 1);
  const box = document.createElement('div');
  Object.assign(box.style, { position: 'fixed', left: '-2000px', top: '0', width: '760px', height: '630px' });
  box.inert = true;
  document.body.append(box);
  const map =
    state.position &&
    mount(FinalMap, { target: box, props: { table: state, position: state.position, seat: state.seat ?? 1 } });
  try {
    await drawn(box);
    return await shareResult(t, state, box, daily);
  } finally {
    if (map) void unmount(map);
    box.remove();
    local.close();
  }
}
