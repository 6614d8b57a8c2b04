import { beforeEach, expect, it, vi } from 'vitest';
import type { ProcessHandle } from '../../../workers/fork-process.ts';
import { createPerception, OBJECT_FRAME } from './perception.ts';
import {
  createPerceptionProcess,
  PERCEPTION_IDLE,
  PERCEPTION_MOST,
  PERCEPTION_PAUSE,
} from './perception-process.ts';

beforeEach(() => void vi.useFakeTimers());

/** A process that answers when the test says so. */
function controlled() {
  let listener: (message: unknown) => void = () => undefined;
  const posted: { readonly id: number }[] = [];
  const kill = vi.fn<() => void>();
  let onEnd: (reason: string) => void = () => undefined;
  const handle: ProcessHandle = {
    post: (message) => void posted.push(message as { readonly id: number }),
    onMessage: (next) => void (listener = next),
    onEnd: (next) => void (onEnd = next),
    kill,
  };
  const process = createPerceptionProcess(
    () => handle,
    () => undefined,
  );
  const answer = (): void => listener({ id: posted.at(-1)?.id, answer: null });
  const refuse = (): void =>
    listener({ id: posted.at(-1)?.id, refusal: { reason: 'not-loaded', message: 'no file' } });
  return { process, kill, answer, refuse, end: () => onEnd('killed') };
}

const PICTURE = { rgb: new Uint8Array(3), width: 1, height: 1 };

it('pauses only the kind of request that crashed it three times in a row, for a minute', async () => {
  const { process, answer, end } = controlled();
  const endings: Promise<unknown>[] = [];
  for (let time = 0; time < 3; time++) {
    endings.push(process.run('text', { picture: PICTURE }).catch((error: unknown) => error));
    end();
    const faces = process.run('faces', { picture: PICTURE });
    answer();
    await faces;
  }
  const paused = {
    kind: 'tool-unavailable',
    message: 'Finding text stopped 3 times in a row. Nothing has changed. Try again in a minute.',
  };
  expect(await Promise.all(endings)).toMatchObject([
    { message: expect.stringContaining('stopped in the middle') },
    { message: expect.stringContaining('stopped in the middle') },
    paused,
  ]);
  await expect(process.run('text', { picture: PICTURE })).rejects.toMatchObject(paused);
  expect(process.unavailable('text')).toBeUndefined();
  await vi.advanceTimersByTimeAsync(PERCEPTION_PAUSE);
  const again = process.run('text', { picture: PICTURE });
  answer();
  await again;
  const next = process.run('text', { picture: PICTURE }).catch((error: unknown) => error);
  end();
  expect(await next).toMatchObject({ message: expect.stringContaining('stopped in the middle') });
});

it('retries a model that could not be loaded after a minute, and others at once', async () => {
  const { process, answer, refuse } = controlled();
  const embedding = { key: 'a', picture: PICTURE, size: PICTURE };
  const first = process.run('embed', embedding).catch((error: unknown) => error);
  refuse();
  expect(await first).toMatchObject({ message: expect.stringContaining('on this computer') });
  expect(process.unavailable('objects')).toBe('no file');
  await expect(process.run('load', { model: 'objects' })).rejects.toThrow('on this computer');
  const text = process.run('text', { picture: PICTURE });
  answer();
  await text;
  await vi.advanceTimersByTimeAsync(PERCEPTION_PAUSE);
  expect(process.unavailable('objects')).toBeUndefined();
  const second = process.run('load', { model: 'objects' });
  answer();
  await second;
});

it('replaces a waiting click by a newer one on the same picture, and none on another', async () => {
  const { process, answer } = controlled();
  const perception = createPerception(process);
  const whole = { rgb: new Uint8Array(3 * OBJECT_FRAME), width: OBJECT_FRAME, height: 1 };
  for (const key of ['studio', 'recipe']) {
    const embedding = perception.embed(key, whole);
    await vi.advanceTimersByTimeAsync(0);
    answer();
    await embedding;
  }
  const running = process.run('text', { picture: PICTURE });
  const click = (key: string) =>
    perception.segment(key, { points: [] }).catch((error: unknown) => error);
  const [replaced, newest, other] = [click('studio'), click('studio'), click('recipe')];
  for (let time = 0; time < 3; time++) {
    answer();
    await vi.advanceTimersByTimeAsync(0);
  }
  await running;
  expect(await replaced).toMatchObject({ kind: 'cancelled' });
  expect([await newest, await other]).toEqual([undefined, undefined]);
});

it('ends a process that does not answer, and runs the next request in another one', async () => {
  const { process, kill, answer } = controlled();
  const hanging = process.run('text', { picture: PICTURE }).catch((error: unknown) => error);
  const next = process.run('faces', { picture: PICTURE });
  await vi.advanceTimersByTimeAsync(PERCEPTION_MOST);
  expect(kill).toHaveBeenCalledOnce();
  expect(await hanging).toMatchObject({
    message: expect.stringContaining('stopped in the middle'),
  });
  expect(process.generation()).toBe(2);
  answer();
  await next;
  expect(vi.getTimerCount(), 'only the idle one').toBe(1);
});

it('exits soon after its last request when the tools were put away meanwhile', async () => {
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

it('stays alive for some minutes while a tool is selected', async () => {
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
