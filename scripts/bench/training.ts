/** Training: uploads beside a bare client, memory beside idle, the table of 1,000 files beside a bare list. */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { noisePng } from '../../electron/testing/pictures.ts';
import type { BenchContext } from './context.ts';
import type { Figure } from './figure.ts';
import { startPracticeProcess } from './practice-process.ts';
import { runAsHost } from './run-process.ts';
import { medianOf } from './statistics.ts';
import { measureTrainingTable } from './training-table.ts';

/** Figures of one set; bytes and milliseconds. */
export interface UploadReport {
  readonly uploaded: number;
  readonly checkMilliseconds: number;
  readonly uploadMilliseconds: number;
  readonly idle: number;
  readonly peakOfCheck: number;
  readonly peakOfUpload: number;
}

const TRAINING = {
  files: 1000,
  /** Bytes of each. */
  byteLength: 2_000_000,
  atOnce: 3,
  /** Files that go first, before anything is measured. */
  first: 20,
  /** Of the bare client's speed. */
  leastShare: 0.7,
  /** Above idle. */
  mostMemory: 64_000_000,
} as const;

/** See the file comment. */
export async function measureTraining(context: BenchContext): Promise<readonly Figure[]> {
  const { files, byteLength, atOnce, leastShare, mostMemory } = TRAINING;
  const set = await makeSet(context, 'set', files, byteLength);
  const few = await makeSet(context, 'few', TRAINING.first, byteLength + 8);
  const gesso: UploadReport[] = [];
  const bare: number[] = [];
  for (let repetition = 0; repetition < context.repeat; repetition++) {
    context.say(`training: uploads, ${repetition + 1} of ${context.repeat}`);
    {
      await using service = await startPracticeProcess();
      const args = [service.baseUrl, service.key, set, String(atOnce)];
      bare.push(JSON.parse(await runAsHost('upload-bare.ts', ...args)) as number);
    }
    {
      await using service = await startPracticeProcess();
      const folder = await mkdtemp(join(context.folder, 'training-'));
      const args = [service.baseUrl, service.key, set, few, folder, String(atOnce)];
      const report = JSON.parse(await runAsHost('upload-training.ts', ...args)) as UploadReport;
      if (report.uploaded !== files) throw new Error(`Only ${report.uploaded} were uploaded.`);
      gesso.push(report);
    }
  }
  const bytes = files * byteLength;
  const speed = (milliseconds: number) => bytes / 1e6 / (milliseconds / 1000);
  const ours = medianOf(gesso, ({ uploadMilliseconds }) => speed(uploadMilliseconds));
  const theirs = medianOf(bare, speed);
  const memory = (name: 'peakOfCheck' | 'peakOfUpload') =>
    medianOf(gesso, (report) => report[name] - report.idle);
  const memoryFigure = (name: string, above: number): Figure => ({
    name,
    unit: 'MB',
    gesso: above / 1e6,
    bound: { text: `≤ ${mostMemory / 1e6} MB`, isMet: above <= mostMemory },
  });
  return [
    {
      name: `${files} files of ${byteLength / 1e6} MB, ${atOnce} at once: MB a second`,
      unit: 'count',
      gesso: ours,
      baseline: { name: 'bare POST and PUT', value: theirs },
      bound: { text: `≥ ${leastShare} ×`, isMet: ours >= leastShare * theirs },
    },
    memoryFigure('the same: memory above idle', memory('peakOfUpload')),
    memoryFigure('checking them: memory above idle', memory('peakOfCheck')),
    ...(await measureTrainingTable(context)),
  ];
}

/** Pictures of the same noise that differ in bytes after their end, which no decoder reads. */
export async function makeSet(
  context: BenchContext,
  name: string,
  count: number,
  byteLength: number,
): Promise<string> {
  context.say(`training: making ${count} files`);
  const set = join(context.folder, name);
  await mkdir(set);
  const side = Math.floor(Math.sqrt(byteLength / 3.1));
  const picture = await noisePng(side, side);
  const rest = Buffer.alloc(Math.max(32, byteLength - picture.byteLength));
  for (let index = 0; index < count; index++) {
    rest.write(`${name} ${index} `);
    await writeFile(join(set, `${index}.png`), Buffer.concat([picture, rest]));
  }
  return set;
}
