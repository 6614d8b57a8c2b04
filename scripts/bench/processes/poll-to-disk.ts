/**
 * From the answer that says "succeeded" to the complete file on the disk, beside the same download to the
 * disk alone; prints milliseconds. Arguments: folder, address of `task-service.ts`, repetitions.
 */
import { mkdir, open, rename, watch } from 'node:fs/promises';
import { join } from 'node:path';
import { createBackendFixture } from '../../../electron/testing/backend-fixture.ts';

const [folder = '', baseUrl = '', repetitions = '5'] = process.argv.slice(2);
const fixture = await createBackendFixture({ folder, dataFolder: join(folder, 'data') });
const client = fixture.client();
const { id } = await client.connections.add({ name: 'Tasks', baseUrl, key: 'bench' });
await client.connections.activate({ connectionId: id });
const plainFolder = join(folder, 'plain');
await mkdir(plainFolder);

const now = (): number => performance.timeOrigin + performance.now();

/** Milliseconds from the answer to the file's own name. */
async function throughGesso(taskId: string): Promise<number> {
  const stop = new AbortController();
  const names = watch(join(folder, 'data', 'answers'), { signal: stop.signal });
  const { jobId } = await client.jobs.watch({ taskId, family: 'task-result' });
  let there = 0;
  for await (const { filename } of names) {
    if (filename !== jobId) continue;
    there = now();
    break;
  }
  stop.abort();
  await fixture.until(jobId, 'done');
  const stats = (await (await fetch(`${baseUrl}/stats`)).json()) as {
    readonly answeredAt: Readonly<Record<string, number>>;
  };
  return there - (stats.answeredAt[taskId] ?? there);
}

/** Fetched, written, made durable, renamed. */
async function alone(name: string): Promise<number> {
  const started = now();
  const response = await fetch(`${baseUrl}/film`);
  const path = join(plainFolder, name);
  const file = await open(`${path}.part`, 'w');
  if (response.body === null) throw new Error('The film is empty.');
  for await (const chunk of response.body) await file.write(chunk);
  await file.sync();
  await file.close();
  await rename(`${path}.part`, path);
  const parent = await open(plainFolder, 'r');
  await parent.sync();
  await parent.close();
  return now() - started;
}

const gesso: number[] = [];
const plain: number[] = [];
await throughGesso('clip-warm');
await alone('warm');
for (let index = 0; index < Number(repetitions); index++) {
  gesso.push(await throughGesso(`clip-${index}`));
  plain.push(await alone(`clip-${index}`));
}
await fixture[Symbol.asyncDispose]();
process.stdout.write(JSON.stringify({ gesso, plain }));
