/** Writes an answer while the disk is full. Needs root to mount one. */
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LanguageRun } from '../../../shared/contract/language.ts';
import { canMountDisks, mountSmallDisk } from '../../testing/small-disk.ts';
import type { LanguageEvent } from '../service/client/index.ts';
import { JOURNAL } from './run-journal.ts';
import { startHandBench, type HandStream } from './testing/hand-stream.ts';

async function setUp() {
  const disk = mountSmallDisk(40);
  const bench = await startHandBench(join(disk.path, 'data'));
  return {
    ...bench,
    disk,
    /** Pieces in the library, and not those of the whole answer. */
    piecesOnDisk(): string {
      const database = new DatabaseSync(join(disk.path, 'data/library.db'), { readOnly: true });
      const rows = database.prepare('SELECT events FROM language_pieces ORDER BY sequence').all();
      database.close();
      return rows
        .flatMap(({ events }) => JSON.parse(String(events)) as LanguageEvent[])
        .map((event) => (event.is === 'text' ? event.text : ''))
        .join('');
    },
    async [Symbol.asyncDispose]() {
      await disk.free();
      await bench[Symbol.asyncDispose]();
    },
  };
}

/** Text goes on until the library's log has no room left. @returns everything that was said */
async function sayUntilFull(stream: HandStream, logged: readonly string[]): Promise<string> {
  let said = '';
  while (!logged.some((line) => line.includes('not saved yet'))) {
    const words = `${said.length} ${'light '.repeat(300)}`;
    await stream.say(words);
    said += words;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return said;
}

it('an answer that the library refuses is not said to have ended because of a full disk', async () => {
  await using bench = await startHandBench();
  const { runId, stream } = await bench.start();
  bench.fixture.fill('language_pieces');
  const followed = bench.follow(runId);
  const closed = stream.closed.then(() => true);
  const saying = () => stream.say('x'.repeat(JOURNAL.mostWaiting / 4)).then(() => false);
  while (!(await Promise.race([closed, saying()])));
  const message =
    'Gesso could not write to its library, so it ended the answer. The text so far is saved.';
  await expect
    .poll(() => followed.end)
    .toMatchObject({ state: 'interrupted', error: { kind: 'storage', message } });
});

describe.skipIf(!canMountDisks)('an answer on a full disk (needs root to mount one)', () => {
  it('continues, and is written once there is space', async () => {
    await using bench = await setUp();
    const { runId, stream } = await bench.start();
    const followed = bench.follow(runId);
    await bench.disk.fill(0);
    const said = await sayUntilFull(stream, bench.fixture.logged);
    await stream.say('the end');
    await expect.poll(() => followed.text).toBe(`${said}the end`);
    expect(bench.piecesOnDisk().length).toBeLessThan(said.length);
    await bench.disk.free();
    await expect.poll(() => bench.piecesOnDisk(), { timeout: 15_000 }).toBe(`${said}the end`);
    await stream.finish();
    await expect.poll(() => followed.end).toMatchObject({ state: 'done' });
  });

  it('keeps the text with a message when the disk is full until its end, and saves it later', async () => {
    await using bench = await setUp();
    const { language } = bench.fixture.client();
    const { runId, stream } = await bench.start();
    const followed = bench.follow(runId);
    await bench.disk.fill(0);
    const said = await sayUntilFull(stream, bench.fixture.logged);
    await stream.finish();
    await expect
      .poll(() => followed.end)
      .toMatchObject({
        state: 'interrupted',
        error: { kind: 'disk-full' },
      });
    expect(followed.end?.error?.message).toContain('The disk is full');
    expect(followed.text).toBe(said);
    // a window that comes now has the same
    const late = bench.follow(runId);
    await expect.poll(() => late.end?.state).toBe('interrupted');
    expect(late.text).toBe(said);
    await bench.disk.free();
    const saved = async (): Promise<LanguageRun | undefined> =>
      (await language.list({ limit: 1 }))[0];
    await expect.poll(saved, { timeout: 15_000 }).toMatchObject({ id: runId, state: 'done' });
    await bench.fixture.restart();
    const again = bench.follow(runId);
    await expect.poll(() => again.end?.state).toBe('done');
    expect(again.text).toBe(said);
  });

  it('is ended and kept when more text arrives than may wait', { tags: 'second' }, async () => {
    await using bench = await setUp();
    const { runId, stream } = await bench.start();
    const followed = bench.follow(runId);
    await bench.disk.fill(0);
    let said = await sayUntilFull(stream, bench.fixture.logged);
    const more = 'x'.repeat(JOURNAL.mostWaiting / 4);
    const closed = stream.closed.then(() => true);
    const saying = () => stream.say(more).then(() => false);
    while (!(await Promise.race([closed, saying()])));
    await expect
      .poll(() => followed.end)
      .toMatchObject({
        state: 'interrupted',
        error: { kind: 'disk-full' },
      });
    expect(followed.text.startsWith(said + more)).toBe(true);
    await bench.disk.free();
    const { language } = bench.fixture.client();
    const saved = async () => (await language.list({ limit: 1 }))[0];
    await expect.poll(saved, { timeout: 15_000 }).toMatchObject({
      state: 'interrupted',
      error: { kind: 'disk-full', message: expect.stringContaining('was full') as string },
    });
    said = followed.text;
    const again = bench.follow(runId);
    await expect.poll(() => again.end?.state).toBe('interrupted');
    expect(again.text).toBe(said);
  });

  it('lets Gesso close, and the next start has the written text', { tags: 'second' }, async () => {
    await using bench = await setUp();
    const { runId, stream } = await bench.start();
    const followed = bench.follow(runId);
    await stream.say('It was on the disk.');
    await expect.poll(() => followed.text).toBe('It was on the disk.');
    await bench.disk.fill(0);
    await sayUntilFull(stream, bench.fixture.logged);
    await stream.finish();
    await expect.poll(() => followed.end?.state).toBe('interrupted');
    const closing = bench.fixture.backend().close();
    await bench.disk.free();
    await closing;
    await bench.fixture.restart();
    const again = bench.follow(runId);
    await expect.poll(() => again.end).toBeDefined();
    expect(again.text).toMatch(/^It was on the disk\./u);
  });
});
