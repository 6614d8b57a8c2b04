/** Tests a connection's plan and the returned type, as the service receives them. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createBackendFixture, type BackendFixture } from '../../../testing/backend-fixture.ts';
import { noisePng } from '../../../testing/pictures.ts';
import { startService, testKey, type Service } from '../../../testing/practice-service.ts';

let service: Service;
let fixture: BackendFixture;

beforeEach(async () => {
  service = await startService();
  fixture = await createBackendFixture();
});

/** `extra` of every paid call so far, by path. */
async function extras(): Promise<Record<string, unknown>> {
  const paid = (await service.records()).filter(({ method }) => method === 'POST');
  return Object.fromEntries(
    await Promise.all(
      paid.map(async (record) => [record.path, (await service.sent(record))['extra']] as const),
    ),
  );
}

describe('extra', () => {
  it('names the plan of the connection in all four calls, and the returned type', async () => {
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
