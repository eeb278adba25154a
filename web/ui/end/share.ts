// A picture of the result, 1200 by 630, drawn here from the map on the screen, and a line of text. Nothing leaves the device unless the
// person shares it.
import type { TableState } from '../../core/api';
import { SEATS } from '../../core/board';
import type { Translate } from '../../core/i18n';
import { title } from '../games';
import { numberOf } from '../home/daily';
import { dayWords, shareLine } from '../home/kept';
import { pointsOf, rankOf } from './sheet';
import { save } from '../parts/files';

const [WIDTH, HEIGHT, MAP] = [1200, 630, 760];
const LOOKS = [
  'fill',
  'fill-opacity',
  'fill-rule',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'visibility',
  'font-size',
  'font-weight',
  'font-style',
  'letter-spacing',
  'text-anchor',
] as const;

/** A drawing of the page on its own: the page's styles are written into it. Names of places are left out. */
function alone(layers: readonly SVGSVGElement[], box: string): string {
  const out = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  out.setAttribute('viewBox', box);
  out.setAttribute('width', String(MAP));
  out.setAttribute('height', String(HEIGHT));
  out.setAttribute('preserveAspectRatio', 'xMidYMid meet');
  for (const layer of layers) {
    const copy = layer.cloneNode(true) as SVGSVGElement;
    const from = layer.querySelectorAll('*');
    const to = copy.querySelectorAll('*');
    from.forEach((element, i) => {
      const style = getComputedStyle(element);
      for (const name of LOOKS) {
        const value = style.getPropertyValue(name);
        if (value) to[i]!.setAttribute(name, value);
      }
      to[i]!.removeAttribute('class');
      to[i]!.removeAttribute('style');
      // A drawing on its own has neither the page's typeface nor its capitals.
      if (element.tagName === 'text') to[i]!.setAttribute('font-family', 'sans-serif');
      if (style.textTransform === 'uppercase') to[i]!.textContent = to[i]!.textContent!.toUpperCase();
    });
    copy.querySelectorAll('text[stroke]:not([stroke=none])').forEach((e) => e.remove());
    const group = document.createElementNS('http://www.w3.org/2000/svg', 'g');
    group.append(...copy.childNodes);
    out.append(group);
  }
  return new XMLSerializer().serializeToString(out);
}

function drawn(svg: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error('The map cannot be drawn.'));
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  });
}

/** "andén · Europe · 98, 1st of 4"; a daily deal has its number. */
export function lineOf(table: TableState, daily: string | null): string {
  const seat = table.seat ?? 1;
  const points = table.position ? pointsOf(table.board, table.position, seat, 'total') : null;
  const name = title(table.board.id, table.plan.title ?? table.board.name);
  const number = daily === null ? null : numberOf(daily);
  return shareLine(number, name, points ?? 0, rankOf(table, seat) ?? 1, table.names.length);
}

function flaps(c: CanvasRenderingContext2D, text: string, right: number, y: number, bright: boolean): void {
  [...text.padStart(3)].reverse().forEach((letter, i) => {
    const x = right - (i + 1) * 33;
    c.fillStyle = '#2b353b';
    c.fillRect(x, y, 31, 22);
    c.fillStyle = '#20292f';
    c.fillRect(x, y + 22, 31, 22);
    c.fillStyle = bright ? '#f2c230' : '#f4efe3';
    c.textAlign = 'center';
    c.fillText(letter, x + 15.5, y + 33);
  });
}

/** The colour of a token, in the light or the dark as the page is now. */
function colourOf(token: string): string {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = `var(${token})`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** `map`: where the map is on the screen, if the game has one that can be drawn. `daily`: the date, if it is a daily
 *  deal. */
export async function pictureOf(
  t: Translate,
  table: TableState,
  map: Element | null,
  daily: string | null,
): Promise<Blob> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const c = canvas.getContext('2d')!;
  const font = (weight: number, size: number) => `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
  const ground = map?.querySelector('.window');
  c.fillStyle = ground ? getComputedStyle(ground).backgroundColor : colourOf('--sea');
  c.fillRect(0, 0, MAP, HEIGHT);
  const layers = [...(map?.querySelectorAll<SVGSVGElement>('.window svg.layer, svg.metro') ?? [])];
  const frame = table.board as { frame?: { width: number; height: number } };
  const { width, height } = frame.frame ?? { width: 1000, height: 667 };
  if (layers.length > 0) {
    const box = layers.length > 1 ? `0 0 ${width} ${height}` : (layers[0]!.getAttribute('viewBox') ?? '0 0 100 100');
    c.drawImage(await drawn(alone(layers, box)), 0, 0, MAP, HEIGHT);
  }
  c.fillStyle = '#171d21';
  c.fillRect(MAP, 0, WIDTH - MAP, HEIGHT);
  c.fillStyle = '#f4efe3';
  c.font = font(720, 42);
  c.fillText('andén', MAP + 30, 70);
  c.font = font(500, 19);
  c.fillStyle = '#c9ccc6';
  const name = title(table.board.id, table.plan.title ?? table.board.name);
  const day = daily === null ? '' : ` · ${t('daily deal, {0}', dayWords(Date.parse(daily), 'long', true))}`;
  c.fillText(name + day, MAP + 30, 104);
  const seats = table.names.map((_, i) => i + 1).sort((a, b) => (rankOf(table, a) ?? 9) - (rankOf(table, b) ?? 9));
  seats.forEach((seat, i) => {
    const y = 146 + i * 56;
    const colour = SEATS[seat - 1] ?? 'black';
    c.beginPath();
    c.arc(MAP + 47, y + 22, 17, 0, 2 * Math.PI);
    c.fillStyle = colourOf(`--p-${colour}`);
    c.fill();
    c.textAlign = 'center';
    c.font = font(760, 19);
    c.fillStyle = colourOf(`--pt-${colour}`);
    c.fillText(String(seat), MAP + 47, y + 28);
    c.textAlign = 'left';
    c.font = font(600, 23);
    c.fillStyle = '#f4efe3';
    c.fillText(table.names[seat - 1] ?? '', MAP + 78, y + 30, 220);
    c.font = font(600, 28);
    const total = table.position ? pointsOf(table.board, table.position, seat, 'total') : null;
    flaps(c, String(total ?? '').replace('-', '−'), WIDTH - 30, y, rankOf(table, seat) === 1);
    c.textAlign = 'left';
  });
  c.font = font(500, 18);
  c.fillStyle = '#c9ccc6';
  c.fillText(lineOf(table, daily), MAP + 30, HEIGHT - 44, WIDTH - MAP - 60);
  c.fillStyle = '#f2b705';
  c.fillRect(MAP, HEIGHT - 14, WIDTH - MAP, 14);
  c.fillStyle = '#8a6400';
  for (let x = MAP + 6; x < WIDTH; x += 13) {
    c.beginPath();
    c.arc(x, HEIGHT - 7, 2, 0, 2 * Math.PI);
    c.fill();
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture cannot be made.'))), 'image/png'),
  );
}

/** Shares the picture if the device can; or else saves it as a file and copies the line of text. True if it was a file. */
export async function shareResult(
  t: Translate,
  table: TableState,
  map: Element | null,
  daily: string | null,
): Promise<boolean> {
  const file = new File([await pictureOf(t, table, map, daily)], `anden-${table.plan.game}.png`, { type: 'image/png' });
  const text = lineOf(table, daily);
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], text }).catch(() => undefined); // the person has changed their mind
    return false;
  }
  save(file.name, file, file.type);
  await navigator.clipboard?.writeText(text).catch(() => undefined);
  return true;
}
