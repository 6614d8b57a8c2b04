import { beforeEach, describe, expect, it } from 'vitest';
import { paintedPhoto, type BackendFixture } from '../../../testing/backend-fixture.ts';
import { startScriptedBackend } from '../../../testing/scripted-backend.ts';
import { photoDraft, planOf, recipeOf, startOnPhotos } from '../../../testing/recipes.ts';

let fixture: BackendFixture;

beforeEach(async () => {
  ({ fixture } = await startScriptedBackend());
});

const client = () => fixture.client();

async function cleanUp(seed: number) {
  const { id: photoId } = await paintedPhoto(fixture, undefined, undefined, seed);
  const plan = await client().cleanup.plan({ photoId });
  const { jobId } = await client().cleanup.run({ photoId });
  const job = await fixture.until(jobId);
  const { patches } = await client().photos.get({ photoId });
  return { photoId, plan, job, patch: patches[0] };
}

describe('a price', () => {
  it('belongs to one connection and one kind, and is deleted with its connection', async () => {
    const first = await fixture.connectAccount({ cleanup: 250, video: 4000 });
    const second = await fixture.connectAccount({ cleanup: 300 });
    expect(await client().prices.list()).toEqual([
      { connectionId: first, kind: 'cleanup', price: 250 },
      { connectionId: first, kind: 'video', price: 4000 },
      { connectionId: second, kind: 'cleanup', price: 300 },
    ]);
    expect(await cleanUp(1)).toMatchObject({
      plan: { cost: 300, costWithStored: 300, isPractice: false },
      job: { price: 300, isPractice: false, connectionId: second },
      patch: { cost: 300, isPractice: false },
    });
    await client().connections.activate({ connectionId: first });
    expect((await cleanUp(2)).job).toMatchObject({ price: 250, connectionId: first });
    await client().connections.remove({ connectionId: first });
    await client().connections.activate({ connectionId: second });
    const cheap = { connectionId: second, kind: 'cleanup', price: 0 } as const;
    expect(await client().prices.set(cheap)).toEqual([cheap]);
    expect(await client().prices.set({ ...cheap, price: null })).toEqual([]);
    expect((await cleanUp(3)).job.price).toBeUndefined();
  });

  it('is absent in practice, which shows no cost and a mark that says why', async () => {
    await fixture.connectAccount({ cleanup: 250 });
    await client().connections.activatePractice();
    const { photoId, plan, job, patch } = await cleanUp(1);
    for (const each of [plan, job, patch]) expect(each).toMatchObject({ isPractice: true });
    expect([plan.cost, plan.costWithStored, job.price, patch?.cost]).toEqual(
      Array.from({ length: 4 }, () => undefined),
    );
    const step = { kind: 'remove-text', detail: 'full', where: 'whole' } as const;
    const draft = await photoDraft(fixture, [photoId]);
    const sums = await planOf(fixture, draft, recipeOf(step));
    expect(sums).toMatchObject({ isPractice: true, calls: 1 });
    expect([sums.cost, sums.costWithStored]).toEqual([undefined, undefined]);
    await startOnPhotos(fixture, [photoId], step);
    const [running] = await client().recipes.runs();
    expect(running).toMatchObject({ isPractice: true });
    expect(running?.cost).toBeUndefined();
    const set = client().prices.set({ connectionId: 'practice', kind: 'cleanup', price: 1 });
    await expect(set).rejects.toMatchObject({
      data: { kind: 'invalid-input', message: 'Practice is free, so it has no prices.' },
    });
  });
});
