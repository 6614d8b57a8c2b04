import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { testFolder } from '../../testing/test-folder.ts';
import { isStoppedReading, MOST_STOPS, openCrashGuard, stoppedFile } from './crash-guard.ts';

let folder = '';
beforeEach(() => {
  folder = testFolder();
});

const logged: string[] = [];
const open = () => openCrashGuard(folder, (line) => void logged.push(line));
const onDisk = () =>
  existsSync(join(folder, 'reading')) ? readdirSync(join(folder, 'reading')) : [];
const refusal = () => stoppedFile('a.png');
/** A reading that the program does not live to see the end of. */
const never = () => new Promise<never>(() => undefined);

describe('S48 the crash guard of a file', () => {
  it('is on disk before the first byte is read, and deleted after success or failure', async () => {
    const crashGuard = open();
    expect(await crashGuard.guard('a', refusal, () => Promise.resolve(onDisk()))).toEqual(['a']);
    expect(onDisk()).toEqual([]);
    await expect(
      crashGuard.guard('b', refusal, () => Promise.reject(new Error('broken'))),
    ).rejects.toThrow('broken');
    expect(onDisk()).toEqual([]);
  });

  it('keeps later runs from reading the file after a crash, until the user asks', async () => {
    // a power cut in the middle of a sound picture looks the same: it is tried once more
    for (let stop = 0; stop < MOST_STOPS.picture; stop++) {
      const read = vi.fn(never);
      void open().guard('a', refusal, read);
      await expect.poll(() => read.mock.calls.length).toBe(1);
      expect(onDisk()).toEqual(['a']);
    }
    for (let run = 0; run < 2; run++) {
      const crashGuard = open();
      let isRead = false;
      const reading = crashGuard.guard('a', refusal, () => Promise.resolve((isRead = true)));
      await expect(reading).rejects.toSatisfy(isStoppedReading);
      expect(isRead).toBe(false);
      expect(await crashGuard.guard('other', refusal, () => Promise.resolve(7))).toBe(7);
    }
    const crashGuard = open();
    await crashGuard.forgive('a');
    expect(await crashGuard.guard('a', refusal, () => Promise.resolve(onDisk()))).toEqual(['a']);
    expect(onDisk()).toEqual([]);
  });

  it('keeps the next run from reading a clip after a crash', async () => {
    void open().guard('a', refusal, never, MOST_STOPS.clip);
    await expect.poll(onDisk).toEqual(['a']);
    const reading = open().guard('a', refusal, () => Promise.resolve(), MOST_STOPS.clip);
    await expect(reading).rejects.toSatisfy(isStoppedReading);
  });

  it('is deleted once a later run has read the file', async () => {
    void open().guard('a', refusal, never);
    await expect.poll(onDisk).toEqual(['a']);
    const crashGuard = open();
    expect(await crashGuard.guard('a', refusal, () => Promise.resolve(7))).toBe(7);
    expect(crashGuard.hasStopped('a')).toBe(false);
    expect(onDisk()).toEqual([]);
  });

  it('stays while one of two reads of the same file continues', async () => {
    const crashGuard = open();
    const first = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    const both = [first, second].map(({ promise }) =>
      crashGuard.guard('a', refusal, () => promise),
    );
    await expect.poll(onDisk).toEqual(['a']);
    first.resolve();
    await both[0];
    expect(onDisk()).toEqual(['a']);
    second.resolve();
    await both[1];
    expect(onDisk()).toEqual([]);
  });

  it('is not left over after a clean exit', async () => {
    const crashGuard = open();
    void crashGuard.guard('a', refusal, never);
    await expect.poll(onDisk).toEqual(['a']);
    crashGuard.close();
    expect(onDisk()).toEqual([]);
  });

  it('is left over after its window is gone, once the window has asked again', async () => {
    const crashGuard = open();
    expect(await crashGuard.begin('still-a')).toBe(true);
    expect(await crashGuard.begin('still-a')).toBe(false);
    crashGuard.close();
    expect(open().hasStopped('still-a')).toBe(true);
    expect(await open().begin('still-a')).toBe(false);
  });

  it('does not block reading when it cannot be written', async () => {
    await writeFile(join(folder, 'reading'), 'in the way');
    expect(await open().guard('a', refusal, () => Promise.resolve(7))).toBe(7);
    expect(logged.join(' ')).toContain('no note');
  });
});
