/** The plan of a recipe: files of 24 megapixels beside no more than reading their headers and finding their text. */
import { copyFile, mkdir, mkdtemp, appendFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { BenchContext } from './context.ts';
import { withRatioBound, type Figure } from './figure.ts';
import { runAsHost } from './run-process.ts';
import { medianOf } from './statistics.ts';

/** Figures of one run, milliseconds. */
export interface PlanReport {
  readonly files: number;
  readonly milliseconds: number;
  /** Sums that the planner sent on the way, and when the first one came. */
  readonly sums: number;
  readonly firstSum: number;
}

const PLAN = {
  files: 1000,
  /** Photographs, whose text is looked for: some seconds each. */
  photographs: 3,
  size: { width: 6000, height: 4000 },
  /** Times the bare work: reading headers and finding text, both. */
  most: 1.3,
  photos: join(import.meta.dirname, 'photos'),
} as const;

/** See the file comment. */
export async function measureRecipePlan(context: BenchContext): Promise<readonly Figure[]> {
  context.say('recipe-plan: making files');
  const headers = await filesForHeaders(join(context.folder, 'plan-headers'));
  const photographs = await enlarged(join(context.folder, 'plan-photographs'));
  return [
    ...(await beside(context, headers, 'headers', `${PLAN.files} files: planned`)),
    ...(await beside(
      context,
      photographs,
      'text',
      `${PLAN.photographs} photographs, where text is found: planned`,
    )),
  ];
}

async function beside(
  context: BenchContext,
  files: string,
  what: 'headers' | 'text',
  name: string,
): Promise<readonly Figure[]> {
  const reports: Record<'plan' | 'bare', PlanReport[]> = { plan: [], bare: [] };
  for (let repetition = 0; repetition < context.repeat; repetition++) {
    context.say(`recipe-plan, ${what}: ${repetition + 1} of ${context.repeat}`);
    for (const mode of ['bare', 'plan'] as const) {
      const folder = await mkdtemp(join(context.folder, 'plan-'));
      const report = JSON.parse(
        await runAsHost('run-plan.ts', files, folder, mode, what),
      ) as PlanReport;
      if (report.files !== (await readdir(files)).length) throw new Error('Not all are planned.');
      reports[mode].push(report);
    }
  }
  const took = ({ milliseconds }: PlanReport) => milliseconds;
  const whole = {
    name,
    unit: 'ms' as const,
    gesso: medianOf(reports.plan, took),
    baseline: {
      name: what === 'text' ? 'headers and text alone' : 'headers alone',
      value: medianOf(reports.bare, took),
    },
  };
  return [
    what === 'text' ? withRatioBound(whole, PLAN.most) : whole,
    {
      name: 'the same: until the first sums',
      unit: 'ms',
      gesso: medianOf(reports.plan, ({ firstSum }) => firstSum),
    },
    {
      name: 'the same: sums sent on the way',
      unit: 'count',
      gesso: medianOf(reports.plan, ({ sums }) => sums),
    },
  ];
}

/** Files of this size with the same pixels and different bytes. */
async function filesForHeaders(folder: string): Promise<string> {
  await mkdir(folder);
  const first = join(folder, '0001.jpg');
  await sharp({ create: { ...PLAN.size, channels: 3, background: '#405060' } })
    .jpeg()
    .toFile(first);
  for (let number = 2; number <= PLAN.files; number++) {
    const path = join(folder, `${String(number).padStart(4, '0')}.jpg`);
    await copyFile(first, path);
    await appendFile(path, String(number));
  }
  return folder;
}

/** Photographs, enlarged to this size. */
async function enlarged(folder: string): Promise<string> {
  await mkdir(folder);
  const names = (await readdir(PLAN.photos)).filter((name) => name.endsWith('.jpg'));
  for (const name of names.slice(0, PLAN.photographs)) {
    await sharp(join(PLAN.photos, name))
      .resize({ ...PLAN.size, fit: 'cover' })
      .jpeg({ quality: 90 })
      .toFile(join(folder, name));
  }
  return folder;
}
