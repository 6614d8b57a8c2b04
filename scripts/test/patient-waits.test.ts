import { expect, it, vi } from 'vitest';

it('what comes after more than a second is waited for', async () => {
  let isThere = false;
  setTimeout(() => {
    isThere = true;
  }, 1500);
  await vi.waitFor(() => expect(isThere).toBe(true));
});
