/** A library with batches of earlier versions opens with all of them as runs of recipes. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RecipeFile } from '../../../shared/contract/recipes.ts';
import type { BackendFixture } from '../../testing/backend-fixture.ts';
import { startScriptedBackend } from '../../testing/scripted-backend.ts';
import { problemsIn } from '../../testing/integrity.ts';
import { RUNS_TO_BATCHES } from '../../testing/old-batches.ts';
import { noisePng } from '../../testing/pictures.ts';
import { filesOf, sameMask, startOnPhotos, untilRun } from '../../testing/recipes.ts';
import {
  refusal,
  type ReceivedCleanup,
  type ScriptedService,
} from '../../testing/scripted-service.ts';
import { BATCHES_STEP } from '../library/migrations/batches-step.ts';

const PHOTOS = 12;

let service: ScriptedService;
let fixture: BackendFixture;

beforeEach(async () => {
  ({ service, fixture } = await startScriptedBackend());
  await client().settings.update({ imageCallsPerMinute: 1000, concurrentCalls: 1 });
  await fixture.connectAccount({ cleanup: 100 });
});
afterEach(() => fixture[Symbol.asyncDispose]());

const client = () => fixture.client();

/** Closes Gesso, makes its runs batches of the version before, changes more, brings them forward, and opens it again. */
async function openAsOld(changes: string): Promise<void> {
  await fixture.restart({
    async whileClosed() {
      const database = new DatabaseSync(join(fixture.dataFolder, 'library.db'));
      // the step alone: later ones are done already
      database.exec(`PRAGMA foreign_keys = ON; ${RUNS_TO_BATCHES} ${changes} ${BATCHES_STEP}`);
      database.close();
      await Promise.resolve();
    },
  });
}

const known = ({ position, state, before, after, steps, error }: RecipeFile) => ({
  position,
  state,
  before,
  after,
  jobIds: steps.flatMap(({ jobIds }) => jobIds),
  error,
});

it('one under way goes on: what is done stays, what waits is sent once, what failed waits', async () => {
  const received = new Map<string, number>();
  const note = (call: ReceivedCleanup): void => {
    const hash = createHash('sha256').update(call.image).digest('hex');
    received.set(hash, (received.get(hash) ?? 0) + 1);
  };
  const held: ReceivedCleanup[] = [];
  const third = Promise.withResolvers<void>();
  service.play((call, index) => {
    note(call);
    if (index === 0) return call.answer();
    if (index === 1) return call.answerWith(400, refusal(400, 'INVALID_IMAGE_FORMAT'));
    held.push(call);
    third.resolve();
    return undefined;
  });
  const photoIds: string[] = [];
  for (let seed = 1; seed <= PHOTOS; seed++) {
    const photo = await fixture.importPhoto(await noisePng(120, 90, seed), `photo ${seed}.png`);
    photoIds.push(photo.id);
  }
  await fixture.paint(photoIds[0] ?? '', { x: 40, y: 30, width: 20, height: 10 });
  const step = await sameMask(fixture, photoIds[0] ?? '');
  const runId = await startOnPhotos(fixture, photoIds, step);
  await third.promise;
  await client().recipes.pause({ runId });
  for (const call of held) await call.answer();
  await untilRun(fixture, runId, ({ states }) => states.done === 2);
  const before = await filesOf(fixture, runId);
  expect(before.map(({ state }) => state).slice(0, 4)).toEqual([
    'done',
    'failed',
    'done',
    'running',
  ]);
  expect(before.at(-1)?.state).toBe('waiting');
  const posts = service.postCount();

  service.play((call) => {
    note(call);
    return call.answer();
  });
  await openAsOld('');
  // paused, as it was: nothing is sent, and every picture is known
  await fixture.backend().whenIdle();
  const [run] = await client().recipes.runs();
  expect(run).toMatchObject({ id: runId, name: 'Same mask', state: 'paused', isOfStudio: true });
  expect((await filesOf(fixture, runId)).map(known)).toEqual(before.map(known));
  expect(service.postCount()).toBe(posts);
  expect(await client().jobs.entries({ limit: 1 })).toMatchObject([
    { kind: 'group', group: { id: runId, kind: 'recipe', title: `Same mask, ${PHOTOS} photos` } },
  ]);

  // … and running: it goes on by itself
  await openAsOld(`UPDATE batches SET state = 'running';`);
  const ended = await untilRun(fixture, runId);
  expect(ended.states).toMatchObject({ done: PHOTOS - 1, failed: 1 });
  expect(service.postCount()).toBe(PHOTOS);
  expect(new Set(received.values())).toEqual(new Set([1]));
  await client().recipes.retry({ runId });
  expect((await untilRun(fixture, runId)).states).toMatchObject({ done: PHOTOS });
  for (const photoId of photoIds) {
    expect((await client().photos.get({ photoId })).patches).toHaveLength(1);
  }
  await fixture.backend().whenIdle();
  expect(problemsIn(fixture.dataFolder)).toEqual([]);
});

it('ended ones keep their photos and ends; those that were put away stay away', async () => {
  const photo = await fixture.importPhoto(await noisePng(120, 90, 1), 'a.png');
  const error = JSON.stringify({ kind: 'invalid-input', message: 'Another shape.' });
  await openAsOld(`
    INSERT INTO batches (id, state, operation, parameters, connection_id, created_at, ended_at, is_acknowledged)
      VALUES ('first', 'done', 'remove-text',
          '{"stored":"use","isReduced":true,"margin":3,"matchColors":false}', 'gone', 1, 2, 1),
        ('second', 'stopped', 'remove-text',
          '{"stored":"ignore","isReduced":false,"margin":3,"matchColors":true}', 'gone', 3, 4, 0);
    INSERT INTO batch_photos (batch_id, position, photo_id, photo_name, state, run_id, calls, error)
      VALUES ('first', 0, '${photo.id}', 'a.png', 'done', 'r1', 1, NULL),
        ('second', 0, '${photo.id}', 'a.png', 'failed', 'r2', 0, '${error}'),
        ('second', 1, 'taken out', 'b.png', 'stopped', 'r3', 2, NULL);`);
  expect(await client().recipes.runs()).toMatchObject([
    {
      id: 'second',
      name: 'Remove text',
      state: 'stopped',
      steps: [{ kind: 'remove-text', detail: 'full', where: 'whole' }],
      createdAt: 3,
      endedAt: 4,
      states: { failed: 1, stopped: 1 },
    },
  ]);
  expect(await filesOf(fixture, 'second')).toMatchObject([
    { name: 'a.png', state: 'failed', error: { message: 'Another shape.' } },
    { name: 'b.png', state: 'stopped', plan: { calls: 2 } },
  ]);
  const first = await client().recipes.run({ runId: 'first' });
  expect(first).toMatchObject({ state: 'done', steps: [{ detail: 'reduced' }] });
  await client().recipes.removeRun({ runId: 'second' });
  expect(await client().recipes.runs()).toEqual([]);
  expect(problemsIn(fixture.dataFolder)).toEqual([]);
});
