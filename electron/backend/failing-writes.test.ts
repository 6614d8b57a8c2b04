/** Timers and event handlers continue, and report, while nothing can be written. */
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createBackendFixture, paintedPhoto } from '../testing/backend-fixture.ts';
import { noisePng } from '../testing/pictures.ts';
import { sameMask, startOnPhotos } from '../testing/recipes.ts';
import { startScriptedService, type ReceivedCleanup } from '../testing/scripted-service.ts';
import { untilNone } from '../testing/training-list.ts';
import { guardedClock, SYSTEM_JOB_CLOCK } from './work/jobs/job-clock.ts';
import { recordEnd } from './language/answer-writer.ts';
import { createRunJournal } from './language/run-journal.ts';
import { createKeepCurrent, KEEP_CURRENT } from './accounts/spend/watch/keep-current.ts';
import { retryInBackground, runInBackground } from './service/common/background.ts';

function full(): Error {
  return Object.assign(new Error('database or disk is full'), {
    code: 'ERR_SQLITE_ERROR',
    errcode: 13,
  });
}

/** From now on no statement changes anything; reading goes on. @returns ends it */
function fillDisk(): () => void {
  const run = vi.spyOn(StatementSync.prototype, 'run').mockImplementation(() => {
    throw full();
  });
  const { exec: original } = DatabaseSync.prototype;
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function exec(
    this: DatabaseSync,
    sql: string,
  ) {
    if (/^(?:COMMIT|INSERT|UPDATE|DELETE)/u.test(sql)) throw full();
    original.call(this, sql);
  });
  return () => {
    run.mockRestore();
    exec.mockRestore();
  };
}

describe('writes that fail', () => {
  it('a recipe reports it, and then continues', { tags: 'second', timeout: 60_000 }, async () => {
    const held: ReceivedCleanup[] = [];
    await using service = await startScriptedService((cleanup) => void held.push(cleanup));
    await using fixture = await createBackendFixture({ service });
    const photoIds: string[] = [];
    for (let photo = 0; photo < 3; photo++) {
      const rect = { x: 0, y: 0, width: 10, height: 10 };
      photoIds.push((await paintedPhoto(fixture, rect, { width: 40, height: 30 }, photo)).id);
    }
    const client = fixture.client();
    await client.settings.update({ concurrentCalls: 1 });
    const step = await sameMask(fixture, photoIds[0] ?? '');
    await startOnPhotos(fixture, photoIds, step);
    const freeAtOnce = fillDisk(); // before the first photo begins
    const said = (words: string) => () => fixture.logged.some((line) => line.includes(words));
    await vi.waitUntil(said('recipes wait'), { timeout: 10_000 });
    const run = async () => (await client.recipes.runs())[0];
    expect(await run()).toMatchObject({ state: 'paused', pausedBy: { kind: 'disk-full' } });
    freeAtOnce();

    await vi.waitUntil(() => held.length > 0, { timeout: 10_000 });
    const free = fillDisk();
    const lines = fixture.logged.length;
    await held[0]?.answer();
    await vi.waitUntil(() => fixture.logged.slice(lines).some((line) => /full/u.test(line)), {
      timeout: 10_000,
    });
    service.play((cleanup) => cleanup.answer());
    free();
    for (const cleanup of held.slice(1)) await cleanup.answer();
    const state = async () => (await run())?.state;
    await expect.poll(state, { timeout: 20_000 }).toBe('done');
    expect(service.postCount()).toBe(3);
  });

  it('training files wait for their check, and are not read again and again', async () => {
    await using fixture = await createBackendFixture();
    const pictures = join(fixture.folder, 'pictures');
    await mkdir(pictures);
    const path = join(pictures, 'a.png');
    await writeFile(path, await noisePng(600, 600, 1));
    const waits = () => fixture.logged.filter((line) => line.includes('not checked yet')).length;
    await fixture.backend().training.addPaths([pictures]);
    const free = fillDisk();
    await vi.waitUntil(() => waits() > 0, { timeout: 10_000 });
    for (let turn = 0; turn < 100; turn++) await readFile(path);
    expect(waits()).toBeLessThan(5);
    free();
    await untilNone(fixture, 'checking');
  }, 30_000);
});

/** Each on its own, with time that the test moves. */
describe('a callback that throws', () => {
  const handlers: Readonly<
    Record<string, (log: (line: string) => void, fail: () => void) => void>
  > = {
    'of the jobs’ clock': (log, fail) => {
      guardedClock(SYSTEM_JOB_CLOCK, log).after(10, fail);
    },
    'of the bills': (log, fail) => {
      const isWanted = () => {
        fail();
        return false;
      };
      const read = () => Promise.resolve();
      createKeepCurrent({ isWanted, read, now: Date.now, log });
    },
    'of the journal': (log, fail) => {
      const store = { append: fail };
      const [flush, onRefused] = [() => Promise.resolve(), () => undefined];
      createRunJournal({ store, runId: 'r', flush, onRefused, log }).add({
        sequence: 0,
        events: [{ is: 'text', choice: 0, text: 'x', pieces: 1, logprobs: [] }],
      });
    },
    'of the journal’s flush': (log, fail) => {
      const store = { append: () => undefined };
      const flush = async () => fail();
      const onRefused = () => undefined;
      createRunJournal({ store, runId: 'r', flush, onRefused, log }).add({
        sequence: 0,
        events: [{ is: 'text', choice: 0, text: 'x', pieces: 1, logprobs: [] }],
      });
    },
    'of news': (log, fail) => retryInBackground('news', log, fail),
    'of an event': (log, fail) => runInBackground('event', log, fail),
    'of an event, later': (log, fail) => runInBackground('event', log, async () => fail()),
  };
  for (const [name, begin] of Object.entries(handlers)) {
    it(`is logged: ${name}`, async () => {
      vi.useFakeTimers();
      const lines: string[] = [];
      let calls = 0;
      const fail = () => {
        calls += 1;
        throw full();
      };
      begin((line) => lines.push(line), fail);
      await vi.advanceTimersByTimeAsync(KEEP_CURRENT.every + KEEP_CURRENT.afterStart);
      expect(calls).toBeGreaterThan(0);
      expect(lines.join('\n')).toContain('The disk is full');
      vi.clearAllTimers();
    });
  }

  it('is retried with growing delays until it works, and not after any other error', async () => {
    vi.useFakeTimers();
    let left = 5;
    let calls = 0;
    retryInBackground(
      'news',
      () => undefined,
      () => {
        calls += 1;
        if (left-- > 0) throw full();
      },
    );
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toBe(6);
    const broken = vi.fn(() => {
      throw new Error('no');
    });
    retryInBackground('news', () => undefined, broken);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(broken).toHaveBeenCalledTimes(1);
  });

  it('retries the end of an answer until Gesso closes, and reports it once', async () => {
    const closing = new AbortController();
    const onRefused = vi.fn();
    let attempts = 0;
    const ended = recordEnd({
      record() {
        attempts += 1;
        if (attempts === 2) closing.abort();
        throw full();
      },
      onRefused,
      closing: closing.signal,
      log: () => undefined,
    });
    expect(await ended).toBeUndefined();
    expect(attempts).toBe(3);
    expect(onRefused).toHaveBeenCalledTimes(1);
  });
});
