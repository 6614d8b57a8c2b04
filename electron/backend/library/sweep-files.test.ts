import { globSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBackendFixture, paintedPhoto } from '../../testing/backend-fixture.ts';
import { problemsIn } from '../../testing/integrity.ts';
import { noisePng } from '../../testing/pictures.ts';
import { startScriptedService } from '../../testing/scripted-service.ts';

describe('files that nothing refers to', () => {
  it('are gone after the next start; everything in use stays', async () => {
    await using service = await startScriptedService();
    await using fixture = await createBackendFixture({ service });
    const files = () => globSync('files/*/*', { cwd: fixture.dataFolder }).sort();

    const kept = await paintedPhoto(fixture);
    await fixture.client().photos.verify({ photoId: kept.id });
    const { jobId } = await fixture.client().cleanup.run({ photoId: kept.id });
    await fixture.until(jobId);
    const useless = await noisePng(3, 3);
    service.play((cleanup) =>
      cleanup.answerWith(200, JSON.stringify({ image_file: useless.toString('base64') })),
    );
    await fixture.paint(kept.id, { x: 1, y: 1, width: 5, height: 5 });
    const failed = await fixture.client().cleanup.run({ photoId: kept.id });
    expect(await fixture.until(failed.jobId)).toMatchObject({ hasKeptAnswer: true });
    const inUse = files();
    expect(inUse, 'original, thumbnail, overlay, answer, kept answer').toHaveLength(5);

    const removed = await fixture.importPhoto(await noisePng(44, 33, 7));
    await fixture.client().photos.remove({ photoId: removed.id });
    const stray = join('files', 'ab', 'ab'.repeat(32));
    await mkdir(join(fixture.dataFolder, 'files', 'ab'), { recursive: true });
    await writeFile(join(fixture.dataFolder, stray), 'of a library that was set aside');
    expect(files()).toHaveLength(7);

    await fixture.restart();
    expect(files()).toEqual([...inUse, stray].sort());
    expect((await fixture.media(removed.url)).status).toBe(404);
    expect(await fixture.client().photos.get({ photoId: kept.id })).toMatchObject({
      patches: [{ jobId }],
    });
    const saving = await fixture.client().jobs.saveKeptAnswer({ jobId: failed.jobId });
    expect(saving.kind).toBe('saved');
    expect(problemsIn(fixture.dataFolder)).toEqual([]);
  });

  it('of a library that was set aside are never touched', async () => {
    await using fixture = await createBackendFixture();
    const files = () => globSync('files/*/*', { cwd: fixture.dataFolder });
    await fixture.importPhoto(await noisePng(44, 33));
    await fixture.backend().close();
    await writeFile(join(fixture.dataFolder, 'library.db'), 'x'.repeat(9000));
    await fixture.restart();
    expect((await fixture.client().app.info()).notices).toHaveLength(1);
    expect(files()).toHaveLength(1);
    await fixture.restart();
    expect(files()).toHaveLength(1);
  });
});
