/** The process that finds things: how soon it answers beside the models alone, and the memory that it takes. */
import { readFile, readdir } from 'node:fs/promises';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import sharp from 'sharp';
import { openPhoto, startPractising } from '../../e2e/flows/studio.ts';
import { createPerceptionProcess } from '../../electron/backend/perception/perception-process.ts';
import {
  createPerception,
  OBJECT_FRAME,
  type Perception,
  type Picture,
} from '../../electron/backend/perception/perception.ts';
import { forkPerception } from '../../electron/perception/fork.ts';
import { DEVELOPMENT_MODELS } from '../../electron/perception/model-files.ts';
import {
  createBackendFixture,
  type BackendFixture,
} from '../../electron/testing/backend-fixture.ts';
import { readPlacement, toScreen } from './canvas-page.ts';
import { sleep, timed, type BenchContext } from './context.ts';
import { withRatioBound, type Figure } from './figure.ts';
import { withGesso } from './gesso.ts';
import { residentBytes } from './resident-memory.ts';
import { looseLoop } from './selecting/loose-loop.ts';
import { readThing, REAL_THINGS, type TracedThing } from './selecting/real-things.ts';
import { median, medianOf } from './statistics.ts';

const PERCEIVING = {
  /** Photographs, each with one thing that a loop is drawn around. */
  photos: 6,
  /** Places at which the pointer rests. */
  rests: 12,
  /** Beside the models alone. */
  read: 1.3,
  loop: 1.5,
  restMilliseconds: 150,
  longestTask: 50,
  inUse: 700,
  atRest: 30,
  /** The process ends twenty seconds after its tools are put away. */
  restWait: 25_000,
} as const;

export async function measurePerceiving(context: BenchContext): Promise<readonly Figure[]> {
  const names = new Set<string>();
  const things: TracedThing[] = [];
  for (const thing of REAL_THINGS) {
    if (names.has(thing.file) || names.size === PERCEIVING.photos) continue;
    names.add(thing.file);
    things.push(await readThing(thing));
  }
  return [...(await answers(context, things)), ...(await inTheWindow(context, things))];
}

/** Milliseconds for one photograph. */
interface Answered {
  readonly read: number;
  readonly readAlone: number;
  readonly loop: number;
  readonly loopAlone: number;
}

async function answers(
  context: BenchContext,
  things: readonly TracedThing[],
): Promise<readonly Figure[]> {
  await using fixture = await createBackendFixture({ folder: `${context.folder}/perceiving` });
  const alone = createPerception(
    createPerceptionProcess(
      () => forkPerception(DEVELOPMENT_MODELS),
      (line) => context.say(line),
    ),
  );
  const all: Answered[] = [];
  try {
    await alone.warm('objects');
    for (const [index, thing] of [things[0], ...things].entries()) {
      if (thing === undefined) continue;
      context.say(`perceiving: ${thing.name}`);
      const one = await answersOf(fixture, alone, thing);
      if (index > 0) all.push(one); // the first one loads models
    }
  } finally {
    await alone.close();
  }
  const figure = (name: string, gesso: number, by: string, value: number, limit: number): Figure =>
    withRatioBound({ name, unit: 'ms', gesso, baseline: { name: by, value } }, limit);
  return [
    figure(
      'Object in hand → the photo is read',
      medianOf(all, ({ read }) => read),
      'the encoder alone',
      medianOf(all, ({ readAlone }) => readAlone),
      PERCEIVING.read,
    ),
    figure(
      'loop → fine outline',
      medianOf(all, ({ loop }) => loop),
      'encoder and decoder alone',
      medianOf(all, ({ loopAlone }) => loopAlone),
      PERCEIVING.loop,
    ),
  ];
}

async function answersOf(
  fixture: BackendFixture,
  alone: Perception,
  thing: TracedThing,
): Promise<Answered> {
  const { path, name, truth, width, bounds } = thing;
  const { id: photoId } = await fixture.importPhoto(await readFile(path), `${name}.jpg`);
  const { selection } = fixture.client();
  const picture = await framed(path);
  const key = photoId;
  const read = await timed(() => selection.warm({ photoId, forObject: true }));
  const readAlone = await timed(() => alone.embed(key, picture));
  const points = looseLoop(truth, width, bounds);
  const order = {
    photoId,
    gesture: { kind: 'loop' as const, points },
    strokes: [],
    withShadow: false,
  };
  const loop = await timed(async () => {
    await selection.object({ ...order, pass: 'coarse' });
    await selection.object({ ...order, pass: 'fine' });
  });
  const middle = { x: picture.width / 2, y: picture.height / 2, isOn: true };
  const loopAlone = await timed(async () => {
    await alone.embed(`${key} closer`, picture);
    await alone.segment(`${key} closer`, { points: [middle] });
  });
  return { read, readAlone, loop, loopAlone };
}

/** The photograph as the encoder reads it. */
async function framed(path: string): Promise<Picture> {
  const { data, info } = await sharp(path)
    .removeAlpha()
    .toColourspace('srgb')
    .resize(OBJECT_FRAME, OBJECT_FRAME, { fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { rgb: data, width: info.width, height: info.height };
}

async function inTheWindow(
  context: BenchContext,
  things: readonly TracedThing[],
): Promise<readonly Figure[]> {
  const [thing] = things;
  if (thing === undefined) return [];
  return withGesso(context, async ({ host, page }) => {
    await startPractising(page);
    await openPhoto(page, thing.path);
    await page.keyboard.press('b');
    await sleep(3000);
    const idle = await memoryOf(host.pid);
    await page.getByRole('application').focus();
    const placement = await readPlacement(page);
    await watchTasks(page);
    await page.keyboard.press('o');
    const { x, y } = toScreen(placement, thing.click);
    await page.mouse.move(x, y);
    await expect(page.locator('[data-canvas=ants]')).toBeVisible({ timeout: 120_000 });
    const waits: number[] = [];
    let peak = await memoryOf(host.pid);
    for (let rest = 0; rest < PERCEIVING.rests; rest++) {
      context.say(`perceiving: pointer ${rest + 1} of ${PERCEIVING.rests}`);
      const angle = (rest / PERCEIVING.rests) * 2 * Math.PI;
      waits.push(await litAfter(page, x + 6 * Math.cos(angle), y + 6 * Math.sin(angle)));
      peak = Math.max(peak, await memoryOf(host.pid));
    }
    await page.mouse.click(x, y);
    await expect(page.getByRole('button', { name: 'Add selection to mask' })).toBeEnabled();
    await expect(page.getByLabel('Selecting', { exact: true })).toBeHidden({ timeout: 60_000 });
    peak = Math.max(peak, await memoryOf(host.pid));
    const longest = await longestTask(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('b');
    context.say('perceiving: waiting until the process rests');
    await sleep(PERCEIVING.restWait);
    const rested = await memoryOf(host.pid);
    const bounded = (figure: Figure, limit: number, text: string): Figure => ({
      ...figure,
      bound: { text, isMet: figure.gesso <= limit },
    });
    const megabytes = (bytes: number): number => (bytes - idle) / 1e6;
    return [
      bounded(
        { name: 'pointer at rest → outline lit', unit: 'ms', gesso: median(waits) },
        PERCEIVING.restMilliseconds,
        `≤ ${PERCEIVING.restMilliseconds} ms`,
      ),
      bounded(
        { name: 'longest task of the window meanwhile', unit: 'ms', gesso: longest },
        PERCEIVING.longestTask,
        `≤ ${PERCEIVING.longestTask} ms`,
      ),
      bounded(
        { name: 'memory above idle while in use', unit: 'MB', gesso: megabytes(peak) },
        PERCEIVING.inUse,
        `≤ ${PERCEIVING.inUse} MB`,
      ),
      bounded(
        { name: 'memory above idle after it rests', unit: 'MB', gesso: megabytes(rested) },
        PERCEIVING.atRest,
        `≤ ${PERCEIVING.atRest} MB`,
      ),
    ];
  });
}

/** Bytes of a process with the ones that it has started; Linux alone. */
async function memoryOf(pid: number): Promise<number> {
  let sum = await residentBytes(pid);
  for (const child of await childrenOf(pid)) sum += await memoryOf(child);
  return sum;
}

async function childrenOf(pid: number): Promise<readonly number[]> {
  const tasks = await readdir(`/proc/${pid}/task`);
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
  );
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}

/** Milliseconds from the pointer's last move to the frame with the outline, its wait for rest included. */
async function litAfter(page: Page, x: number, y: number): Promise<number> {
  const ants = page.locator('[data-canvas=ants]');
  await page.mouse.move(5, 5);
  await expect(ants).toBeHidden();
  const lit = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let moved = Number.POSITIVE_INFINITY;
        addEventListener('pointermove', () => (moved = performance.now()), { capture: true });
        const look = (): void => {
          const isLit = document.querySelector('[data-canvas=ants]')?.checkVisibility() === true;
          if (isLit) resolve(performance.now() - moved);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  await page.mouse.move(x, y);
  return lit;
}

async function watchTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        const before = Number(document.documentElement.dataset['longest'] ?? 0);
        document.documentElement.dataset['longest'] = String(Math.max(before, duration));
      }
    }).observe({ type: 'longtask' });
  });
}

/** Milliseconds; 0 for no task above fifty. */
async function longestTask(page: Page): Promise<number> {
  return Number(await page.evaluate(() => document.documentElement.dataset['longest'] ?? 0));
}
