import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PerceptionHandle } from '../common/ports.ts';
import { createPerceptionProcess, PERCEPTION_IDLE } from './perception-process.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A process that answers when the test says so. */
function controlled() {
  let listener: (message: unknown) => void = () => undefined;
  const posted: { readonly id: number }[] = [];
  const kill = vi.fn<() => void>();
  const handle: PerceptionHandle = {
    post: (message) => void posted.push(message as { readonly id: number }),
    onMessage: (next) => void (listener = next),
    onEnd: () => undefined,
    kill,
  };
  const process = createPerceptionProcess(
    () => handle,
    () => undefined,
  );
  const answer = (): void => listener({ id: posted.at(-1)?.id, answer: null });
  return { process, kill, answer };
}

it('ends soon after its last order when the tools were put away while it worked', async () => {
  const { process, kill, answer } = controlled();
  process.retain();
  const loading = process.run('load', { model: 'objects' });
  process.release();
  await vi.advanceTimersByTimeAsync(PERCEPTION_IDLE.released * 2);
  expect(kill, 'an order is under way').not.toHaveBeenCalled();
  answer();
  await loading;
  await vi.advanceTimersByTimeAsync(PERCEPTION_IDLE.released);
  expect(kill).toHaveBeenCalledOnce();
});

it('stays for some minutes while a tool is in hand', async () => {
  const { process, kill, answer } = controlled();
  process.retain();
  const loading = process.run('load', { model: 'objects' });
  answer();
  await loading;
  await vi.advanceTimersByTimeAsync(PERCEPTION_IDLE.inHand - 1);
  expect(kill).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(kill).toHaveBeenCalledOnce();
});
