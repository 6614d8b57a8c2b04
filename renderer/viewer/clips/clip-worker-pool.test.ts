import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClipWorkerPool, type ClipTask, type ClipWorker } from './clip-worker-pool.ts';
import type { ClipAnswer, ClipRequest } from './clip-protocol.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const LIMITS = { pollMilliseconds: 1000, mostSilent: 5, mostIdle: 20 };

function fixture() {
  const workers: {
    readonly received: ClipRequest[];
    isTerminated: boolean;
    say(answer: ClipAnswer): void;
    break(reason: string): void;
  }[] = [];
  const pool = createClipWorkerPool((): ClipWorker => {
    let listener: (answer: ClipAnswer) => void = () => undefined;
    let onError: (reason: string) => void = () => undefined;
    const worker = {
      received: [] as ClipRequest[],
      isTerminated: false,
      say: (answer: ClipAnswer) => listener(answer),
      break: (reason: string) => onError(reason),
    };
    workers.push(worker);
    return {
      postMessage: (request) => void worker.received.push(request),
      terminate: () => {
        worker.isTerminated = true;
      },
      onAnswer: (to) => {
        listener = to;
      },
      onError: (to) => {
        onError = to;
      },
    };
  }, LIMITS);
  const ends: string[] = [];
  const task = (name: string): ClipTask => ({
    answered: ({ type }) => void ends.push(`${name} ${type}`),
    failed: (failure) => void ends.push(`${name} ${failure}`),
  });
  const poster = (name: string) =>
    pool.order(
      (id) => ({ type: 'poster', id, url: name, mediaType: 'video/mp4', longerSide: 1 }),
      task(name),
    );
  return { pool, workers, ends, task, poster };
}

const blob = (id: number): ClipAnswer => ({ type: 'blob', id, blob: new Blob() });

describe('S49 the clip worker pool', () => {
  it('replaces a worker that hangs on a clip, and continues with the next ones', () => {
    const { pool, workers, ends, poster } = fixture();
    const bad = poster('bad');
    const good = poster('good');
    workers[0]?.say({ type: 'begun', id: bad });
    vi.advanceTimersByTime(5000);
    expect(ends).toEqual([]);
    vi.advanceTimersByTime(1000);
    expect(ends).toEqual(['bad damaged']);
    expect(workers).toHaveLength(2);
    expect(workers[0]?.isTerminated).toBe(true);
    expect(workers[1]?.received).toMatchObject([{ type: 'poster', id: good, url: 'good' }]);
    // what the old one still says is not heard
    workers[0]?.say(blob(good));
    workers[1]?.say({ type: 'begun', id: good });
    workers[1]?.say(blob(good));
    workers[1]?.say({ type: 'ended', id: good });
    expect(ends).toEqual(['bad damaged', 'good blob']);
    expect(pool.count).toBe(0);
    vi.advanceTimersByTime(60_000);
    expect(workers).toHaveLength(2);
  });

  it('replaces a hanging worker even when its request was cancelled', () => {
    const { pool, workers, ends, poster } = fixture();
    const bad = poster('bad');
    workers[0]?.say({ type: 'begun', id: bad });
    pool.cancel(bad);
    const good = poster('good');
    vi.advanceTimersByTime(6000);
    expect(ends).toEqual([]);
    expect(workers[1]?.received).toMatchObject([{ id: good }]);
  });

  it('keeps a worker that sends signs of life, but ends it without a finished part', () => {
    const { workers, ends, poster } = fixture();
    const slow = poster('slow');
    workers[0]?.say({ type: 'begun', id: slow });
    for (let second = 0; second < 20; second++) {
      vi.advanceTimersByTime(1000);
      workers[0]?.say({ type: 'alive', id: slow });
    }
    expect(ends).toEqual([]);
    vi.advanceTimersByTime(1000);
    expect(ends).toEqual(['slow damaged']);
  });

  it('gives a film that is being written all the time it needs', () => {
    const { pool, workers, ends, task } = fixture();
    const film = pool.order(
      (id) => ({ type: 'film', id, size: { width: 2, height: 2 }, frames: [], sound: undefined }),
      task('film'),
    );
    workers[0]?.say({ type: 'begun', id: film });
    for (let second = 0; second < 100; second++) {
      vi.advanceTimersByTime(1000);
      workers[0]?.say({ type: 'alive', id: film });
    }
    expect(ends).toEqual([]);
  });

  it('fails a film whose frames were lost with the worker', () => {
    const { pool, workers, ends, task, poster } = fixture();
    const bad = poster('bad');
    pool.order(
      (id) => ({ type: 'film', id, size: { width: 2, height: 2 }, frames: [], sound: undefined }),
      task('film'),
    );
    workers[0]?.say({ type: 'begun', id: bad });
    workers[0]?.break('out of memory');
    expect(ends).toEqual(['bad damaged', 'film damaged']);
  });

  it('calls no clip damaged when the worker cannot be loaded', () => {
    const { pool, workers, ends, poster } = fixture();
    poster('first');
    poster('second');
    workers[0]?.break('not found');
    expect(ends).toEqual(['first fetch', 'second fetch']);
    expect(pool.count).toBe(0);
    const next = poster('next');
    workers[1]?.say(blob(next));
    expect(ends.at(-1)).toBe('next blob');
  });
});
