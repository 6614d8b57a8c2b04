/** Reads files from outside in processes of Node. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClipThread } from '../backend/vision/imaging/clips/clip-thread.ts';
import { convertPicture } from '../backend/vision/imaging/convert/convert-picture.ts';
import { damagedMp4, smallMp4 } from '../testing/clips.ts';
import { readGreedily } from '../testing/greedy-conversation.ts';
import { bmpFile } from '../backend/vision/imaging/testing/bmp-file.ts';
import { testFolder } from '../testing/test-folder.ts';
import { forkReader, type ProcessHandle } from './fork-process.ts';
import { readInProcesses, startReader } from './start-reader.ts';

let folder: string;
beforeEach(() => {
  folder = testFolder();
});
afterEach(() => readInProcesses(undefined));

// what threads do is tested beside those who start them
describe('S49 a reader process', () => {
  beforeEach(() => readInProcesses(forkReader));

  it('ends alone with a message when it runs out of memory', { tags: 'second' }, async () => {
    expect(await readGreedily()).toEqual([
      'read',
      'Reading this file takes too much memory. Select a smaller file, or split it first.',
      'read',
    ]);
  });

  it('measures films, and gives up one that does not end', async () => {
    const thread = createClipThread({
      milliseconds: 2500,
      megabytes: 64,
      idleMilliseconds: 60_000,
    });
    const sound = join(folder, 'sound.mp4');
    const endless = join(folder, 'endless.mp4');
    await writeFile(sound, await smallMp4(14, { width: 48, height: 32 }));
    await writeFile(endless, await damagedMp4('stts'));
    try {
      expect(await thread.measure(sound)).toMatchObject({ frameCount: 14 });
      expect(await thread.measure(endless)).toBe('endless');
      expect(await thread.measure(sound)).toMatchObject({ frameCount: 14 });
    } finally {
      await thread.close();
    }
  });

  it('decodes a picture, pixels and all', async () => {
    const path = join(folder, 'a.bmp');
    const colours = [
      [250, 10, 20],
      [30, 240, 50],
    ] as const;
    await writeFile(path, bmpFile({ width: 2, height: 1, bits: 24, colours }));
    const { png } = await convertPicture(path, 'bmp', 'a.bmp');
    expect(png.toString('latin1', 1, 4)).toBe('PNG');
    await writeFile(path, 'BM');
    await expect(convertPicture(path, 'bmp', 'a.bmp')).rejects.toMatchObject({
      kind: 'damaged-file',
    });
  });
});

it('ends with its own code when a message no longer reaches it', async () => {
  const entry = join(folder, 'leaves.mjs');
  await writeFile(entry, 'process.disconnect(); setTimeout(() => process.exit(7), 300);');
  const child = forkReader(pathToFileURL(entry), 64);
  const posting = setInterval(() => child.post('more'), 10);
  const reason = await new Promise((resolve) => child.onEnd(resolve));
  clearInterval(posting);
  expect(reason).toBe('7');
});

it.each([
  ['134 JavaScript heap out of memory', 'ERR_WORKER_OUT_OF_MEMORY'],
  ['SIGABRT', 'ERR_WORKER_OUT_OF_MEMORY'],
  ['3758096392', 'ERR_WORKER_OUT_OF_MEMORY'],
  ['1 Cannot find module', undefined],
  ['Error: spawn EAGAIN', undefined],
])('that ends with “%s” has the error code %s', (reason, code) => {
  let end: (reason: string) => void = () => undefined;
  const handle: ProcessHandle = {
    post: () => undefined,
    onMessage: () => undefined,
    onEnd: (listener) => (end = listener),
    kill: () => undefined,
  };
  readInProcesses(() => handle);
  const worker = startReader(new URL('file:///worker.ts'), 64);
  const heard: unknown[] = [];
  worker.on('error', (error: NodeJS.ErrnoException) => heard.push(error.code));
  worker.on('exit', () => heard.push('exit'));
  end(reason);
  expect(heard).toEqual([code, 'exit']);
  expect(worker.threadId).toBeLessThan(0);
});
