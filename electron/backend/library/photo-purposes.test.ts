import { beforeEach, describe, expect, it } from 'vitest';
import type { Photo, PhotoPurpose } from '../../../shared/contract/photos.ts';
import { importUrl } from '../../../shared/media.ts';
import { createBackendFixture, type BackendFixture } from '../../testing/backend-fixture.ts';
import { noisePng } from '../../testing/pictures.ts';

let fixture: BackendFixture;

beforeEach(async () => {
  fixture = await createBackendFixture();
});

async function take(seed: number, purpose: PhotoPurpose, name = `${purpose} ${seed}`) {
  const body = new Uint8Array(await noisePng(20, 20, seed));
  const response = await fixture.media(importUrl(name, purpose), { method: 'POST', body });
  return (await response.json()) as Photo;
}

async function recent(...purposes: readonly PhotoPurpose[]): Promise<readonly string[]> {
  const input = purposes.length === 0 ? undefined : { purposes };
  return (await fixture.client().photos.recent(input)).map(({ name }) => name);
}

describe('photos that were used last', () => {
  it('list a photo once for all its purposes, under its name in the studio', async () => {
    const { id } = await take(1, 'studio', 'mine');
    await take(2, 'studio', 'later');
    expect((await take(1, 'training', 'numbered_0001')).id).toBe(id);
    expect(await recent()).toEqual(['later', 'mine']);
    expect(await recent('training')).toEqual(['mine']);
    expect(await recent('studio', 'training')).toEqual(['mine', 'later']);
    await fixture.client().photos.open({ photoId: id });
    expect(await recent()).toEqual(['mine', 'later']);
  });

  it('include photos once opened in the studio, and drop deleted ones', async () => {
    const { id } = await take(1, 'training');
    await fixture.client().photos.open({ photoId: id });
    expect(await recent()).toEqual(['training 1']);
    await fixture.client().photos.remove({ photoId: id });
    expect(await recent('studio', 'training')).toEqual([]);
  });

  it('refuse an unknown purpose before anything is stored', async () => {
    const body = new Uint8Array(await noisePng(20, 20));
    const path = '/media/import?name=a.png&purpose=everything';
    expect((await fixture.media(path, { method: 'POST', body })).status).toBe(400);
    expect(await recent('studio', 'picture', 'training')).toEqual([]);
  });
});
