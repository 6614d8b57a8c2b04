/** Tests named uploads: cancelled ones, and ones read from their path. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import {
  cancelledUploadUrl,
  importUrl,
  namedUpload,
  uploadsUrl,
} from '../../../../shared/media.ts';
import { createBackendFixture, type BackendFixture } from '../../../testing/backend-fixture.ts';
import { noisePng } from '../../../testing/pictures.ts';
import { testFolder } from '../../../testing/test-folder.ts';
import { createHandedFiles } from './handed-files.ts';

let folder = '';
beforeEach(() => {
  folder = testFolder();
});

/** A body that gives one piece, and the rest when it is told to. */
function body() {
  const rest = Promise.withResolvers<void>();
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from('first ')),
    async pull(controller) {
      await rest.promise;
      controller.enqueue(Buffer.from('second'));
      controller.close();
    },
  });
  return { stream, goOn: () => rest.resolve() };
}

const post = (url: string, stream?: ReadableStream<Uint8Array>) =>
  new Request(`app://gesso${url}`, {
    method: 'POST',
    ...(stream === undefined ? {} : { body: stream, duplex: 'half' }),
  });

const echo = async (request: Request) => new Response(`${request.url} ${await request.text()}`);

it('fails a cancelled upload in progress, and stores none of it', async () => {
  const handed = createHandedFiles();
  const { stream, goOn } = body();
  const done = handed.during(post(namedUpload('/media/uploads', 'a', false), stream), echo);
  handed.cancel('a');
  goOn();
  await expect(done).rejects.toMatchObject({ kind: 'cancelled' });
});

it('refuses an upload that was cancelled before it began, and frees its name', async () => {
  const handed = createHandedFiles();
  handed.cancel('a');
  const url = namedUpload('/media/uploads', 'a', false);
  const come = (stream: ReadableStream<Uint8Array>) => handed.during(post(url, stream), echo);
  await expect(come(body().stream)).rejects.toMatchObject({ kind: 'cancelled' });
  const { stream, goOn } = body();
  goOn();
  expect(await (await come(stream)).text()).toBe('app://gesso/media/uploads first second');
});

it('S35 reads an upload by path from the file that the host named, before or after, and once', async () => {
  const handed = createHandedFiles();
  const path = join(folder, 'film.mp4');
  await writeFile(path, 'frames');
  const url = namedUpload('/media/training?name=film', 'a', true);
  const early = handed.during(post(url), echo);
  handed.place('a', path);
  expect(await (await early).text()).toBe('app://gesso/media/training?name=film frames');
  handed.place('a', folder);
  await expect(handed.during(post(url), echo)).rejects.toMatchObject({ kind: 'not-found' });
  const waiting = handed.during(post(url), echo);
  handed.cancel('a');
  await expect(waiting).rejects.toThrow();
});

it('closes the file of an upload that fails before it is read', async () => {
  const handed = createHandedFiles();
  const path = join(folder, 'film.mp4');
  await writeFile(path, 'frames');
  handed.place('a', path);
  let unread: Request['body'] | undefined;
  const failing = handed.during(post(namedUpload('/media/training', 'a', true)), (request) => {
    unread = request.body;
    return Promise.reject(new Error('No room.'));
  });
  await expect(failing).rejects.toThrow('No room.');
  await expect(unread?.getReader().read()).rejects.toThrow('aborted');
});

it('the window sends a photo by its path, and cancels an upload', async () => {
  await using fixture: BackendFixture = await createBackendFixture();
  const path = join(folder, 'large.png');
  await writeFile(path, await noisePng(60, 40));
  fixture.backend().placeUpload('a', path);
  const placed = await fixture.media(namedUpload(importUrl('large.png'), 'a', true), {
    method: 'POST',
  });
  expect(await placed.json()).toMatchObject({ name: 'large.png', width: 60, height: 40 });

  const cancel = await fixture.media(cancelledUploadUrl('b'), { method: 'POST' });
  expect(cancel.status).toBe(204);
  const refused = await fixture.media(namedUpload(uploadsUrl(), 'b', false), {
    method: 'POST',
    body: 'too late',
  });
  expect(await refused.json()).toMatchObject({ error: { kind: 'cancelled' } });
});
