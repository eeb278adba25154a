// Animates what happened, once: cards fly, market cards turn over, wagons land one after another. The state is already
// the final one, so a click takes effect at once and only finishes the motion. Without motion, changes get an outline
// for a second.
import type { Effect } from '../../core/api';

const EASE = 'cubic-bezier(.2, .7, .2, 1)';
const CARD = 200;
const SLOW = 320;
const APART = 60; // between two wagons
const OUTLINE = 1000;

const running = new Set<Animation>();

function run(element: Element, frames: Keyframe[], options: KeyframeAnimationOptions): Animation {
  const animation = element.animate(frames, { easing: EASE, fill: 'backwards', ...options });
  running.add(animation);
  void animation.finished.catch(() => undefined).then(() => running.delete(animation));
  return animation;
}

/** A click during motion finishes it. */
export function finishMotion(): void {
  for (const animation of running) animation.finish();
}

function find(root: Element, selector: string): HTMLElement | null {
  return root.querySelector<HTMLElement>(selector);
}

// Positions are read while the page still shows what was before: afterwards the browser would have to lay it out at
// once, and again for the frame. So a function that moves something reads first, and gives a function that does the rest
// when the page has changed.
type Act = () => void;

/** A picture for a flight. It stays on the page afterwards, out of sight, for the next one: a new picture would make the
 *  browser compose the page anew. */
function flyer(root: Element): HTMLImageElement {
  const free = find(root, ':scope > .flyer:not(.flies)') as HTMLImageElement | null;
  if (free) return free;
  const made = document.createElement('img');
  made.className = 'flyer';
  made.alt = '';
  Object.assign(made.style, {
    position: 'fixed',
    zIndex: '60',
    left: '0',
    top: '0',
    opacity: '0',
    willChange: 'transform, opacity',
    pointerEvents: 'none',
  });
  root.append(made);
  return made;
}

/** A card flies from one place to another. `face` is its picture. */
function fly(root: Element, from: Element, to: Element, face: string): Act {
  const a = (from.querySelector('.card, .empty') ?? from).getBoundingClientRect();
  const goal = to.getBoundingClientRect();
  return () => {
    const b = goal.width > 0 ? goal : to.getBoundingClientRect(); // a stack may be seen only now
    if (a.width === 0 || b.width === 0) return;
    const shrink = Math.min(1, Math.max(0.3, b.height / a.height));
    const [x, y] = [b.left + (b.width - a.width) / 2, b.top + (b.height - a.height) / 2];
    const card = flyer(root);
    card.classList.add('flies');
    card.src = face;
    card.style.width = `${a.width}px`;
    const flight = run(
      card,
      [
        { transform: `translate(${a.left}px, ${a.top}px)`, opacity: 1 },
        { transform: `translate(${x}px, ${y}px) scale(${shrink})`, opacity: 0.9 },
      ],
      { duration: CARD * 1.6 },
    );
    void flight.finished.catch(() => undefined).then(() => card.classList.remove('flies'));
  };
}

function turn(root: Element, slot: number, delay: number): Act {
  return () => {
    const card = find(root, `[data-slot="${slot}"] .card`);
    if (card) run(card, [{ transform: 'scaleX(0)' }, { transform: 'none' }], { duration: SLOW, delay });
  };
}

/** Wagons come from the seat's side, and land on their route. */
function land(root: Element, route: number, seat: number): Act {
  const way = find(root, `[data-route="${route}"]`);
  const here = way?.getBoundingClientRect();
  const there = find(root, `[data-panel="${seat}"]`)?.getBoundingClientRect();
  const unit = way ? 1 / ((way as unknown as SVGGraphicsElement).getScreenCTM()?.a ?? 1) : 1;
  const dx = here && there ? (there.left + there.width / 2 - here.left - here.width / 2) * unit * 0.35 : 0;
  const dy = here && there ? (there.top + there.height / 2 - here.top - here.height / 2) * unit * 0.35 : -30;
  return () =>
    [...(find(root, `[data-pieces="${route}"]`)?.children ?? [])].forEach((piece, i) =>
      run(
        piece,
        [
          { translate: `${dx}px ${dy}px`, opacity: 0 },
          { translate: '0 0', opacity: 1 },
        ],
        { duration: SLOW, delay: i * APART },
      ),
    );
}

function build(root: Element, city: string): Act {
  return () => {
    const house = houseOf(root, city);
    if (!house) return;
    run(
      house,
      [
        { translate: '0 -24px', opacity: 0 },
        { translate: '0 0', opacity: 1 },
      ],
      { duration: SLOW },
    );
  };
}

function houseOf(root: Element, city: string): HTMLElement | null {
  return [...root.querySelectorAll<HTMLElement>('[data-station]')].find((e) => e.dataset['station'] === city) ?? null;
}

function outline(element: Element | null): void {
  if (!element) return;
  element.classList.add('just-changed');
  setTimeout(() => element.classList.remove('just-changed'), OUTLINE);
}

/** Where a drawn card goes: to the hand, if this person may see it, or else to the panel of the seat that drew it. */
function goalOf(root: Element, h: Extract<Effect, { kind: 'draw' }>, seat: number | null): HTMLElement | null {
  return h.seat === seat && h.card !== null
    ? find(root, `[data-hand="${h.card}"]`)
    : find(root, `[data-panel="${h.seat}"]`);
}

const SLOTS = [0, 1, 2, 3, 4];

/** Marks what has changed, when motion is off. */
function mark(root: Element, h: Effect, seat: number | null): void {
  if (h.kind === 'draw') outline(goalOf(root, h, seat));
  else if (h.kind === 'refill') outline(find(root, `[data-slot="${h.slot}"] .card`));
  else if (h.kind === 'sweep') for (const slot of SLOTS) outline(find(root, `[data-slot="${slot}"] .card`));
  else if (h.kind === 'claim') outline(find(root, `[data-pieces="${h.route}"]`));
  else if (h.kind === 'station') outline(houseOf(root, h.city));
  else if (h.kind === 'tickets') outline(find(root, `[data-panel="${h.seat}"]`));
}

/** To be called before the page shows what happened; it gives what is to be called afterwards. root: the screen; seat: whose
 *  screen; face: the picture of a card or of a back; motion: false marks what changed instead. */
export function motionOf(
  root: Element,
  effects: readonly Effect[],
  seat: number | null,
  face: (card: string | null) => string,
  motion: boolean,
): () => void {
  if (!motion) return () => effects.forEach((h) => mark(root, h, seat));
  const refilled = effects.filter((h) => h.kind === 'refill').map((h) => h.slot);
  const acts = effects.flatMap((h): Act[] => {
    if (h.kind === 'draw') {
      const from = find(root, `[data-slot="${h.slot}"]`);
      const to = goalOf(root, h, seat);
      return [
        ...(from && to ? [fly(root, from, to, face(h.card))] : []),
        ...(refilled.includes(h.slot) ? [turn(root, h.slot, CARD)] : []),
      ];
    }
    if (h.kind === 'sweep') return SLOTS.map((slot) => turn(root, slot, slot * APART));
    if (h.kind === 'claim') return [land(root, h.route, h.seat)];
    return h.kind === 'station' ? [build(root, h.city)] : [];
  });
  return () => acts.forEach((act) => act());
}
