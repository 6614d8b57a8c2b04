/** The plan of a connection and the returned type, as the service receives them. */
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_VIDEO_FORM } from '../../../shared/contract/default-screen-state.ts';
import { createBackendFixture, type BackendFixture } from '../../testing/backend-fixture.ts';
import { noisePng } from '../../testing/pictures.ts';
import { startService, testKey, type Service } from '../../testing/practice-service.ts';
import { MIGRATIONS } from '../library/migrations/index.ts';
import { FACES_STEP } from '../library/migrations/faces-step.ts';

let service: Service;
let fixture: BackendFixture;

beforeEach(async () => {
  service = await startService();
  fixture = await createBackendFixture();
});
afterEach(async () => {
  await fixture[Symbol.asyncDispose]();
  await service.server.close();
});

/** `extra` of every paid call so far, by path. */
async function extras(): Promise<Record<string, unknown>> {
  const records = (await service.records()) as readonly {
    readonly path: string;
    readonly cleanup: { readonly extra?: unknown } | null;
    readonly summary: { readonly extra?: unknown } | null;
  }[];
  const paid = records.filter(({ cleanup, summary }) => cleanup !== null || summary !== null);
  return Object.fromEntries(
    paid.map(({ path, cleanup, summary }) => [path, (cleanup ?? summary)?.extra]),
  );
}

describe('extra', () => {
  it('names the plan of the connection with all four calls, and the returned type', async () => {
    const { client } = fixture;
    const draft = { name: 'Mine', baseUrl: service.url, key: testKey, enterprisePlan: true };
    const { id, enterprisePlan } = await client().connections.add(draft);
    expect(enterprisePlan).toBe(true);
    await client().settings.update({ studioResponseType: 'webp' });
    const photo = await fixture.importPhoto(await noisePng(96, 64));
    await fixture.paint(photo.id, { x: 20, y: 20, width: 9, height: 9 });
    const run = await client().cleanup.run({ photoId: photo.id });
    const text = await client().removeText.run({ photoId: photo.id, mode: 'whole' });
    const picture = { photoId: photo.id };
    const merge = await client().jobs.start({
      kind: 'merge-face',
      picture,
      face: picture,
      responseType: 'jpeg',
    });
    const video = await client().jobs.start({
      kind: 'video',
      picture,
      // as an older request has it: the connection decides
      parameters: {
        model: 'SVD',
        resizeMode: 'ORIGINAL_RESOLUTION',
        steps: 1,
        enterprisePlan: false,
      },
    });
    expect(await fixture.until(run.jobId)).toMatchObject({ state: 'done' });
    expect(await fixture.until(text.jobId)).toMatchObject({ state: 'done' });
    await fixture.until(merge.jobId);
    await fixture.until(video.jobId, 'queued', 'processing');
    const plan = { enterprise_plan: { enabled: true } };
    expect(await extras()).toMatchObject({
      '/v3/cleanup': { response_image_type: 'webp', ...plan },
      '/v3/remove-text': { response_image_type: 'webp', ...plan },
      '/v3/merge-face': { response_image_type: 'jpeg', ...plan },
      '/v3/async/img2video': plan,
    });

    // no longer sent, also after a restart
    const changed = await client().connections.update({ connectionId: id, enterprisePlan: null });
    expect(changed.enterprisePlan).toBeNull();
    await fixture.paint(photo.id, { x: 60, y: 20, width: 9, height: 9 });
    const again = await client().cleanup.run({ photoId: photo.id });
    expect(await fixture.until(again.jobId)).toMatchObject({ state: 'done' });
    expect((await extras())['/v3/cleanup']).toEqual({ response_image_type: 'webp' });
  });
});

it('the plan of earlier clips becomes that of the connections, and the form stays', () => {
  const database = new DatabaseSync(':memory:');
  for (const step of MIGRATIONS.slice(0, MIGRATIONS.indexOf(FACES_STEP))) database.exec(step);
  const form = { ...DEFAULT_VIDEO_FORM, steps: 7, enterprisePlan: true };
  const put = database.prepare('INSERT INTO settings (name, value) VALUES (?, ?)');
  put.run('videoForm', JSON.stringify(form));
  put.run('videoPresets', JSON.stringify([{ id: 'a', name: 'A', form }]));
  database.exec(
    `INSERT INTO connections (id, name, base_url, key_hint, created_at, chat_path)
     VALUES ('a', 'A', 'https://a.example', '', 0, '/v3/chat')`,
  );
  database.exec(FACES_STEP);
  const valueOf = (name: string): unknown =>
    JSON.parse(
      String(database.prepare('SELECT value FROM settings WHERE name = ?').get(name)?.['value']),
    );
  const kept = { ...DEFAULT_VIDEO_FORM, steps: 7 };
  expect(valueOf('videoForm')).toEqual(kept);
  expect(valueOf('videoPresets')).toEqual([{ id: 'a', name: 'A', form: kept }]);
  expect(database.prepare('SELECT enterprise_plan FROM connections').get()).toMatchObject({
    enterprise_plan: 1,
  });
  database.close();
});
