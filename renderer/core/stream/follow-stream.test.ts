import { ORPCError } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import type { AppError } from '../../../shared/errors/app-error.ts';
import type { LineState } from '../backend/transport.ts';
import { followStream } from './follow-stream.ts';

/** Creates a line that can be cut, scripted streams, and a clock that never waits. */
function fixture(streams: readonly (() => AsyncIterable<number>)[]) {
  let state: LineState = 'open';
  const listeners = new Set<() => void>();
  const controller = new AbortController();
  const taken: number[] = [];
  const errors: (AppError | undefined)[] = [];
  const givenUp: number[] = [];
  const waits: number[] = [];
  let opened = 0;
  const line = {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
  function setState(next: LineState): void {
    state = next;
    for (const listener of listeners) listener();
  }
  async function pause(milliseconds: number): Promise<void> {
    waits.push(milliseconds);
  }
  const run = () =>
    followStream<number>(
      {
        async open() {
          const stream = streams[opened];
          opened += 1;
          if (stream !== undefined) return stream();
          controller.abort();
          return (async function* () {})();
        },
        take: (item) => taken.push(item),
        onError: (error) => errors.push(error),
        async givenUp() {
          givenUp.push(opened);
        },
      },
      line,
      controller.signal,
      pause,
    );
  return { run, taken, errors, givenUp, waits, setState, listeners };
}

async function* items(...numbers: readonly number[]): AsyncGenerator<number> {
  for (const number of numbers) yield number;
}

function failing(error: Error): AsyncIterable<number> {
  async function next(): Promise<never> {
    throw error;
  }
  return { [Symbol.asyncIterator]: () => ({ next }) };
}

describe('following a stream', () => {
  it('waits silently while the connection is lost', async () => {
    const test = fixture([
      async function* () {
        yield 1;
        test.setState('lost');
        throw new Error('socket closed');
      },
      () => {
        test.setState('open');
        return items(2);
      },
    ]);
    await test.run();
    expect(test.taken).toEqual([1, 2]);
    expect(test.errors).toEqual([]);
    expect(Math.max(...test.waits)).toBeLessThan(1000);
  });

  it('reports a contract error once, retries later, and says when it works', async () => {
    const broken = () =>
      failing(new ORPCError('BAD_REQUEST', { message: 'Input validation failed' }));
    const { run, taken, errors, waits } = fixture([broken, broken, () => items(7)]);
    await run();
    expect(errors.map((error) => error?.kind)).toEqual(['unexpected', undefined]);
    expect(waits.filter((milliseconds) => milliseconds > 1000)).toHaveLength(2);
    expect(taken).toEqual([7]);
  });

  it('stops after six wrong answers in a row, and resumes when the user asks', async () => {
    const broken = () => failing(new ORPCError('BAD_REQUEST', { message: 'no' }));
    const six = Array.from({ length: 6 }, () => broken);
    const { run, taken, errors, givenUp } = fixture([...six, () => items(1), ...six, broken]);
    await run();
    expect(givenUp, 'by the number of attempts').toEqual([6, 13]);
    expect(taken).toEqual([1]);
    expect(errors.map((error) => error?.kind)).toEqual(['unexpected', undefined, 'unexpected']);
  });

  it('does not stop while the connection is lost', async () => {
    const lost = () => {
      test.setState('lost');
      return failing(new Error('socket closed'));
    };
    const test = fixture([...Array.from({ length: 20 }, () => lost), () => items(1)]);
    await test.run();
    expect(test.givenUp).toEqual([]);
    expect(test.taken).toEqual([1]);
  });
});
