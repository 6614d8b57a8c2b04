/** Files of jobs with the host's own saving: saved, shown, opened as photos. */
import { readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDownloads } from '../browser-host/downloads.ts';
import { endOf } from '../backend/work/testing/practice-bench.ts';
import { createBackendFixture, type BackendFixture } from '../testing/backend-fixture.ts';
import { noisePng } from '../testing/pictures.ts';
import { startService, testKey, type Service } from '../testing/practice-service.ts';
import type { HostPorts } from '../backend/service/common/ports.ts';
import { testFolder } from '../testing/test-folder.ts';
import { createUnfinishedSaves } from './unfinished-saves.ts';
import { foldersFrom } from './testing/folders.ts';
import { createSaveFile } from './save-file.ts';

let service: Service;
let fixture: BackendFixture;
let folder = '';
/** The user's answer in the dialog for a file: a path, or nothing. */
let answer: string | undefined;
let asked: string[];
let shown: string[];

async function open(ports: Partial<HostPorts>): Promise<BackendFixture> {
  return await createBackendFixture({ service: { baseUrl: service.url, key: testKey }, ports });
}

beforeEach(async () => {
  folder = testFolder();
  service = await startService({ taskSpeed: 400 });
  answer = undefined;
  asked = [];
  shown = [];
  fixture = await open({
    saveFile: createSaveFile(
      ({ defaultPath, filters }) => {
        asked.push(`${defaultPath} ${filters.map(({ name }) => name).join()}`);
        return Promise.resolve(answer);
      },
      foldersFrom('/pictures'),
      createUnfinishedSaves(testFolder(), () => undefined),
    ),
    chooseFolder: () => Promise.resolve(folder),
    showInFolder: (path) => void shown.push(path),
  });
});

/** A finished job. @returns its id, and the bytes of its only file */
async function finished(kind: 'video' | 'upscale', on = fixture, name = 'two “dogs”.jpg') {
  const photo = await on.importPhoto(await noisePng(40, 30), name);
  const picture = { photoId: photo.id };
  const video = { model: 'SVD', resizeMode: 'ORIGINAL_RESOLUTION', steps: 4 } as const;
  const upscale = { upscaler: 'R-ESRGAN 4x+', size: { mode: 'factor', factor: 2 } } as const;
  const { jobId } = await on
    .client()
    .jobs.start(
      kind === 'video'
        ? { kind, picture, parameters: video }
        : { kind, picture, parameters: upscale },
    );
  const { outputs } = await endOf(on, jobId);
  const response = await on.media(outputs[0]?.url ?? '');
  return { jobId, bytes: Buffer.from(await response.arrayBuffer()) };
}

async function refusal(call: Promise<unknown>): Promise<unknown> {
  return await call.then(
    () => 'was taken',
    (thrown: unknown) => (thrown as { readonly data: unknown }).data,
  );
}

describe('saving a file of a job', () => {
  it('asks for a path, proposes a name by content, and writes the same bytes', async () => {
    const { jobId, bytes } = await finished('video');
    const { jobs } = fixture.client();
    expect(await jobs.saveOutput({ jobId, output: 0 })).toEqual({ kind: 'cancelled' });
    answer = join(folder, 'mine.mp4');
    const saved = { kind: 'saved', name: 'mine.mp4' };
    expect(await jobs.saveOutput({ jobId, output: 0 })).toEqual(saved);
    expect(asked[0]).toMatch(/^\/pictures\/two “dogs”_video_seed-\d+_1\.mp4 MP4 video$/u);
    expect(await readFile(answer)).toEqual(bytes);
    const plain = join(folder, 'plain');
    await writeFile(plain, '');
    const { mode } = await stat(plain);
    expect((await stat(answer)).mode, 'as any other file of the user').toBe(mode);
  });

  it('asks once for several files, and only they are written there', async () => {
    const first = await finished('upscale', fixture, 'a.png');
    const second = await finished('video', fixture, 'b.png');
    const { jobs, export: exporting } = fixture.client();
    const many = await exporting.folderForMany();
    if (many.kind !== 'ready') throw new Error('No folder was chosen.');
    for (const { jobId } of [first, second]) {
      const into = many.into;
      expect(await jobs.saveOutput({ jobId, output: 0, into })).toMatchObject({ kind: 'saved' });
    }
    expect((await readdir(folder)).toSorted()).toEqual([
      expect.stringMatching(/^a_upscaled_.*_1\.png$/u),
      expect.stringMatching(/^b_video_seed-\d+_1\.mp4$/u),
    ]);
    expect(asked).toEqual([]);
    expect(await exporting.folder()).toEqual({ canChoose: true, path: null });
    await jobs.saveOutput({ jobId: first.jobId, output: 0 });
    expect(asked).toHaveLength(1);
    // SECURITY: S35 the page names a folder that the user has chosen, and no other one.
    const unknown = jobs.saveOutput({ jobId: first.jobId, output: 0, into: folder });
    expect(await refusal(unknown)).toMatchObject({ kind: 'not-found' });
    await exporting.chooseFolder();
    expect(await exporting.folderForMany()).toEqual({ kind: 'ready' });
  });

  it('names a watched task by its id, and says when there is no such file', async () => {
    const { jobId } = await finished('video');
    const { taskId = '' } = await fixture.job(jobId);
    await using other = await open({});
    const watched = await other.client().jobs.watch({ taskId, family: 'task-result' });
    expect((await endOf(other, watched.jobId)).state).toBe('done');
    await other.client().jobs.saveOutput({ jobId: watched.jobId, output: 0 });
    expect(other.saved.at(-1)?.suggestedName).toBe(`Task ${taskId.slice(0, 8)}…_result_1.mp4`);
    const { jobs } = fixture.client();
    const missing = { kind: 'not-found', message: 'This file is no longer in the library.' };
    expect(await refusal(jobs.saveOutput({ jobId, output: 1 }))).toMatchObject(missing);
    expect(await refusal(jobs.showOutput({ jobId: 'gone', output: 0 }))).toMatchObject(missing);
  });
});

describe('showing a file of a job', () => {
  it('S16 shows the file that Gesso has written, even after a restart', async () => {
    const { jobId } = await finished('video');
    const { jobs } = fixture.client();
    const saveFirst = { kind: 'not-found', action: 'save-first' };
    expect(await refusal(jobs.showOutput({ jobId, output: 0 }))).toMatchObject(saveFirst);
    answer = join(folder, 'mine.mp4');
    await jobs.saveOutput({ jobId, output: 0 });
    await fixture.restart();
    expect(await fixture.client().jobs.showOutput({ jobId, output: 0 })).toEqual({ kind: 'shown' });
    expect(shown).toEqual([answer]);
  });

  it('S16 shows nothing else: neither the library’s own file, nor one that replaced a saved one', async () => {
    const { jobId } = await finished('upscale');
    const { jobs } = fixture.client();
    answer = join(folder, 'mine.png');
    await jobs.saveOutput({ jobId, output: 0 });
    await rm(answer);
    const gone = { action: 'save-first', message: expect.stringContaining('moved or deleted') };
    expect(await refusal(jobs.showOutput({ jobId, output: 0 }))).toMatchObject(gone);
    await symlink(fixture.dataFolder, answer);
    expect(await refusal(jobs.showOutput({ jobId, output: 0 }))).toMatchObject(gone);
    const withPath = { jobId, output: 0, path: '/etc/passwd' };
    await expect(jobs.showOutput(withPath)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(shown).toEqual([]);
  });

  it('S16 is a download when the host has no file manager, as saving is', async () => {
    const downloads = createDownloads(join(folder, 'downloads'));
    await using browser = await open({ saveFile: (request) => downloads.saveFile(request) });
    const { jobId, bytes } = await finished('upscale', browser);
    const { jobs } = browser.client();
    for (const ask of [jobs.saveOutput, jobs.showOutput]) {
      const outcome = await ask({ jobId, output: 0 });
      const name = 'two “dogs”_upscaled_R-ESRGAN-4x+_2x_1.png';
      expect(outcome).toMatchObject({ kind: 'download', name });
      if (outcome.kind !== 'download') continue;
      const response = await downloads.serve(new Request(`http://gesso.test${outcome.url}`));
      expect(response.headers.get('content-disposition')).toContain(encodeURIComponent(name));
      expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
    }
  });
});

describe('opening a file of a job as a photo', () => {
  it('imports the same bytes once, for the requested purpose', async () => {
    const { jobId, bytes } = await finished('upscale');
    const { photos } = fixture.client();
    const photo = await photos.fromOutput({ jobId, output: 0 });
    const name = 'two “dogs”_upscaled_R-ESRGAN-4x+_2x_1.png';
    expect(photo).toMatchObject({ name, width: 80, height: 60 });
    const shownBytes = await (await fixture.media(photo.url)).arrayBuffer();
    expect(Buffer.from(shownBytes)).toEqual(bytes);
    expect((await sharp(Buffer.from(shownBytes)).metadata()).width).toBe(80);
    const again = await photos.fromOutput({ jobId, output: 0, purpose: 'picture' });
    expect(again.id).toBe(photo.id);
    const pictures = await photos.recent({ purposes: ['picture'] });
    expect(pictures.map(({ id }) => id)).toEqual([photo.id]);
  });

  it('refuses a video with a message', async () => {
    const { jobId } = await finished('video');
    const call = fixture.client().photos.fromOutput({ jobId, output: 0 });
    expect(await refusal(call)).toEqual({
      kind: 'unsupported-file',
      message: expect.stringMatching(
        /^“two “dogs”_video_seed-\d+_1\.mp4” is a video\. Only pictures open as photos\.$/u,
      ) as string,
    });
  });
});
