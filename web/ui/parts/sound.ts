// Quiet sounds, made here: a card, wagons that land, a flap, a tunnel, a ticket that is completed, one's own turn. They
// are silent unless the person has switched sound on, softly or fully.
import { settings } from '../settings.svelte';
import { voice } from './voice.svelte';

type Sound = 'card' | 'wagons' | 'flap' | 'tunnel' | 'ticket' | 'turn';

/** Notes: hertz, when they begin and how long they are (seconds), how loud, and the wave. */
const NOTES: Record<Sound, [number, number, number, number, OscillatorType][]> = {
  card: [[520, 0, 0.06, 0.05, 'triangle']],
  wagons: [
    [150, 0, 0.07, 0.12, 'triangle'],
    [130, 0.08, 0.07, 0.1, 'triangle'],
    [150, 0.16, 0.09, 0.08, 'triangle'],
  ],
  flap: [[900, 0, 0.025, 0.03, 'square']],
  tunnel: [[98, 0, 0.35, 0.1, 'sine']],
  ticket: [
    [523, 0, 0.16, 0.07, 'sine'],
    [659, 0.1, 0.16, 0.07, 'sine'],
    [784, 0.2, 0.3, 0.07, 'sine'],
  ],
  turn: [
    [587, 0, 0.14, 0.07, 'sine'],
    [784, 0.12, 0.22, 0.07, 'sine'],
  ],
};

const FULL = 2.5; // how much louder than soft
let context: AudioContext | null = null;

export function play(sound: Sound): void {
  if (typeof AudioContext === 'undefined') return;
  if (settings.sound === 'off') return void (voice.unheard = true);
  context ??= new AudioContext();
  void context.resume();
  const now = context.currentTime;
  const times = settings.sound === 'full' ? FULL : 1;
  for (const [pitch, from, long, loud, wave] of NOTES[sound]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = wave;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(loud * times, now + from);
    volume.gain.exponentialRampToValueAtTime(0.0001, now + from + long);
    tone.connect(volume).connect(context.destination);
    tone.start(now + from);
    tone.stop(now + from + long);
  }
}
