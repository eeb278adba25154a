// The choices before a game: presets, which choices are kept, and which table they ask for.
import { beforeEach, describe, expect, it } from 'vitest';
import { oneMore, preset, recall, remember, seat, toLocal, toTable, trouble } from '../ui/setup/choice';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  Object.assign(globalThis, {
    localStorage: { getItem: (k: string) => kept.get(k) ?? null, setItem: (k: string, v: string) => kept.set(k, v) },
  });
});

describe('before a game', () => {
  it('is one person against bots, four in all or fewer if the game has fewer seats', () => {
    expect(preset('here', 5).seats.map((s) => s.kind)).toEqual(['person', 'bot', 'bot', 'bot']);
    expect(preset('here', 3).seats).toHaveLength(3);
    expect(
      preset('here', 6)
        .seats.map((s) => s.bot)
        .slice(1),
    ).toEqual(['otto', 'carmen', 'tilde']);
    expect(preset('online', 5).seats.map((s) => s.kind)).toEqual(['person', 'open']);
  });

  it('remembers each game, here and online apart', () => {
    const mine = { ...preset('here', 5), options: { first: 2 } };
    remember('europe', 'here', mine);
    expect(recall('europe', 'here', 5)).toEqual(mine);
    expect(recall('europe', 'online', 5)).toEqual(preset('online', 5));
    expect(recall('berlin', 'here', 4)).toEqual(preset('here', 4));
  });

  it.each(['{', 'null', '{"seats":3}', '{"seats":[{"kind":"cat"},{}]}', '{"seats":[]}'])(
    'forgets what is not sound: %s',
    (text) => {
      kept.set('anden.choice.europe.here', text);
      expect(recall('europe', 'here', 5)).toEqual(preset('here', 5));
    },
  );

  it('forgets a choice with more seats than the game has now', () => {
    remember('x', 'here', { ...preset('here', 6), seats: Array.from({ length: 6 }, () => seat('bot')) });
    expect(recall('x', 'here', 4)).toEqual(preset('here', 4));
  });

  it('asks for a game on this device', () => {
    const choice = {
      ...preset('here', 3),
      seats: [seat('person', ' Ana '), seat('person'), seat('bot', 'x')],
      clock: 'move' as const,
      minutes: 0.5,
      options: { hand: 2 },
    };
    expect(toLocal({ id: 'metro' }, choice)).toEqual({
      board: { id: 'metro' },
      seats: [{ kind: 'person' }, { kind: 'person' }, { kind: 'bot', bot: 'medium' }],
      names: ['Ana', '', ''],
      options: [{ name: 'hand', value: 2 }],
      timing: { kind: 'move', seconds: 30 },
      undo: 'safe', // nobody can be asked
    });
  });

  it('lets one person among bots take back everything, or nothing', () => {
    const alone = preset('here', 3);
    expect(toLocal({ id: 'metro' }, alone).undo).toBe('agreed');
    expect(toLocal({ id: 'metro' }, { ...alone, undo: 'never' }).undo).toBe('never');
  });

  it('asks a server for a table; it starts at once if nobody else is to come', () => {
    const open = toTable('paris', { ...preset('online', 4), clock: 'game', minutes: 20, increment: 5 });
    expect(open).toMatchObject({
      game: 'paris',
      seats: [{ kind: 'person' }, { kind: 'open' }],
      timing: { kind: 'game', seconds: 1200, increment: 5 },
      undo: 'agreed',
      public: false,
      spectators: 'watch',
      rated: true,
      start: false,
    });
    expect(toTable('paris', { ...preset('online', 4), seats: [seat('person'), seat('bot')] }).start).toBe(true);
  });

  it('lets each of the cast sit once, and then bots without a name', () => {
    const seats = [seat('person')];
    for (let i = 0; i < 7; i++) seats.push(oneMore(seats));
    expect(new Set(seats.slice(1, 7).map((s) => s.bot)).size).toBe(6);
    expect(seats[7]?.bot).toBe('medium');
    expect(oneMore([seat('person'), seat('bot', '', 'carmen')]).bot).toBe('otto');
  });

  it('says what keeps it from starting', () => {
    const with_ = (...seats: ReturnType<typeof seat>[]) => trouble({ ...preset('here', 4), seats }, 2, 4);
    expect(with_(seat('person'))).toBe('few');
    expect(with_(seat('bot'), seat('bot'))).toBe('nobody');
    expect(with_(seat('person', 'Ana'), seat('person', 'ana '))).toBe('same name');
    expect(with_(seat('person'), seat('person'))).toBe(null);
    expect(with_(...Array.from({ length: 5 }, () => seat('person')))).toBe('many');
  });
});
