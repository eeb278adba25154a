// Sounds: nothing is heard before the person has said yes; a missed sound is noted, so that the page can ask.
import { beforeAll, expect, it, vi } from 'vitest';

const played: number[] = [];
let loudest = 0;
let kept: string | null = null;
const gain = () => ({
  gain: { setValueAtTime: (loud: number) => (loudest = Math.max(loudest, loud)), exponentialRampToValueAtTime() {} },
  connect: (to: unknown) => to,
});
Object.assign(globalThis, {
  localStorage: { getItem: () => kept, setItem: () => {} },
  AudioContext: class {
    currentTime = 0;
    destination = {};
    resume = async () => {};
    createGain = gain;
    createOscillator = () => ({
      frequency: {},
      connect: (to: unknown) => to,
      start: (at: number) => played.push(at),
      stop() {},
    });
  },
});
if (!('navigator' in globalThis)) Object.assign(globalThis, { navigator: { language: 'en' } });
let sound: typeof import('../ui/parts/sound');
let voice: typeof import('../ui/parts/voice.svelte');
let settings: typeof import('../ui/settings.svelte');
beforeAll(async () => {
  [sound, voice, settings] = await Promise.all([
    import('../ui/parts/sound'),
    import('../ui/parts/voice.svelte'),
    import('../ui/settings.svelte'),
  ]);
});

it('is off on a first visit, and nobody has been asked', () => {
  expect(settings.settings).toMatchObject({ sound: 'off', asked: false });
  sound.play('wagons');
  expect(played).toEqual([]);
  expect(voice.voice.unheard).toBe(true);
});

it('is heard once it is wanted', async () => {
  await settings.set('sound', 'soft');
  sound.play('wagons');
  expect(played.length).toBe(3);
  const soft = loudest;
  await settings.set('sound', 'full');
  sound.play('wagons');
  expect(loudest).toBeGreaterThan(soft);
});

it('keeps what was chosen when sound and motion were switches', async () => {
  kept = JSON.stringify({ sound: true, motion: false, pace: 'fast' });
  vi.resetModules();
  const { settings: read } = await import('../ui/settings.svelte');
  expect(read).toMatchObject({ sound: 'soft', motion: 'none', pace: 'fast', signs: true });
});
