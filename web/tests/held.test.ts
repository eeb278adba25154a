// What happens at a table waits until its screen is ready for it.
import { expect, it, vi } from 'vitest';
import type { Session } from '../core/api';
import { heldUntil } from '../ui/table/held';

const session = () => {
  const free = vi.fn();
  return { free, session: { hold: () => free } as unknown as Session };
};

it('a table is held until its screen is loaded', async () => {
  const { free, session: one } = session();
  let loaded = () => {};
  heldUntil(one, new Promise<void>((resolve) => (loaded = resolve)));
  await new Promise((resolve) => setTimeout(resolve));
  expect(free).not.toHaveBeenCalled();
  loaded();
  await vi.waitFor(() => expect(free).toHaveBeenCalledOnce());
});

it('a screen that cannot be loaded holds nothing up', async () => {
  const { free, session: one } = session();
  heldUntil(one, Promise.reject(new Error('no network')));
  await vi.waitFor(() => expect(free).toHaveBeenCalledOnce());
});
