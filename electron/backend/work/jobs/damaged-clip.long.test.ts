/** Tests results of jobs that keep a reader busy forever. */
import { readdirSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { damagedMp4, smallMp4 } from '../../../testing/clips.ts';
import { byDepth } from '../../../testing/depth.ts';
import { createTaskBench, type TaskBench } from '../../../testing/task-bench.ts';

let bench: TaskBench;

const SIZE = { width: 48, height: 32 };

/** Passes time until the job has ended, however long its file keeps the thread. */
async function ended(jobId: string) {
  await bench.pass(10_000);
  return bench.job(jobId);
}

const fileOf = async (jobId: string) => {
  const [output] = bench.jobs().outputs(jobId);
  return await readFile(bench.files().get(output?.fileId ?? '').path);
};

describe('a clip with a damaged count', () => {
  it.each(byDepth(['ctts'] as const, ['ctts', 'stts'] as const))(
    'is kept in %s, and its job ends with a note',
    async (table) => {
      const film = Buffer.from(await damagedMp4(table));
      bench = await createTaskBench({ download: () => film });
      const id = await bench.start(1);
      const job = await ended(id);
      expect(job).toMatchObject({ state: 'done', error: undefined });
      expect(job.outputs).toMatchObject([{ mediaType: 'video/mp4', damage: 'endless' }]);
      expect(job.outputs[0]?.clip).toBeUndefined();
      expect(await fileOf(id)).toEqual(film);
      await expect.poll(() => readdirSync(join(bench.folder, 'reading'))).toEqual([]);
    },
    60_000,
  );

  it('is not read by the next start after it crashed Gesso, and is read when the user asks', async () => {
    const film = Buffer.from(await smallMp4(14, SIZE));
    const fetched = Promise.withResolvers<Buffer>();
    bench = await createTaskBench({ download: () => fetched.promise });
    const id = await bench.start(1);
    await bench.pass(3000);
    expect(bench.job(id).state).toBe('downloading');
    // the file has arrived, its measuring has begun, and the program is gone
    await bench.restart(async () => {
      await writeFile(join(bench.folder, 'answers', id), film);
      await mkdir(join(bench.folder, 'reading'), { recursive: true });
      await writeFile(join(bench.folder, 'reading', id), '');
      bench.jobs().update(id, { state: 'downloading', findings: { fileCount: 1 } });
    });
    fetched.reject(new Error('must not be fetched again'));
    const job = await ended(id);
    expect(job).toMatchObject({ state: 'done', outputs: [{ damage: 'stopped' }] });
    expect(job.outputs[0]?.clip).toBeUndefined();
    expect(await fileOf(id)).toEqual(film);
    expect(bench.seen.submitted).toHaveLength(1);

    await bench.clipOrders().measure({ jobId: id, output: 0 });
    const [output] = bench.job(id).outputs;
    expect(output).toMatchObject({ ...SIZE, clip: { frameCount: 14 } });
    expect(output?.damage).toBeUndefined();
  });
});

describe('the still of a clip', () => {
  it('is not made again by itself after it crashed the window, until the user asks', async () => {
    const film = Buffer.from(await smallMp4(14, SIZE));
    bench = await createTaskBench({ download: () => film });
    const jobId = await bench.start(1);
    await ended(jobId);
    const output = { jobId, output: 0 };
    // the bench's time passes faster than a busy machine measures
    await bench.clipOrders().measure(output);
    expect(await bench.clipOrders().beginStill(output)).toBe(true);
    await bench.clipOrders().endStill(output);
    expect(await bench.clipOrders().beginStill(output)).toBe(true);
    // the window is loaded again
    expect(await bench.clipOrders().beginStill(output)).toBe(false);
    await bench.restart();
    expect(await bench.clipOrders().beginStill(output)).toBe(false);
    expect(bench.job(jobId).outputs).toMatchObject([
      { damage: 'stopped', clip: { frameCount: 14 } },
    ]);
    await bench.clipOrders().measure(output);
    expect(bench.job(jobId).outputs[0]?.damage).toBeUndefined();
    expect(await bench.clipOrders().beginStill(output)).toBe(true);
  });
});
