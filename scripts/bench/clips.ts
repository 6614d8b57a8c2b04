import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright';
import { startHarnessServer } from '../../e2e/canvas/server.ts';
import { createJobStore } from '../../electron/backend/work/jobs/log/job-store.ts';
import { numberedMp4 } from '../../electron/testing/clips.ts';
import { BOUNDS } from './bounds.ts';
import { addClip } from './add-clip.ts';
import { inTurns, sleep, withFilled, withPage, type BenchContext } from './harness.ts';
import { fillFolder } from './processes.ts';
import { median } from './statistics.ts';
import type { Figure } from './table.ts';

const CLIPS = {
  size: { width: 1024, height: 576 },
  /** Frames of the clips; the third one leads. */
  counts: [25, 25, 100, 14],
  lead: 2,
  /** Frames a second of the leading clip, and of the others. */
  fast: 24,
  slow: 6,
  /** Multiple of normal speed. */
  speed: 2,
  play: 4000,
  rest: 1000,
} as const;

export async function measureClips(context: BenchContext): Promise<readonly Figure[]> {
  context.say('clips: making four clips');
  const server = await startHarnessServer(resolve(import.meta.dirname, '../../e2e/clips'));
  try {
    const urls: string[] = [];
    const films: Uint8Array[] = [];
    for (const [index, count] of CLIPS.counts.entries()) {
      const rate = index === CLIPS.lead ? CLIPS.fast : CLIPS.slow;
      const film = await numberedMp4(count, { ...CLIPS.size, rate }, index);
      server.put(`/clip-${index}.mp4`, film, 'video/mp4');
      urls.push(`/clip-${index}.mp4`);
      films.push(film);
    }
    const onPage = <Result>(act: (page: Page) => Promise<Result>): Promise<Result> =>
      withPage(context, async (page) => {
        await page.goto(server.url, { waitUntil: 'load' });
        return await act(page);
      });
    const folder = await fill(context, films);
    const { bareFirst, first, bare, gesso } = await inTurns(context, 'clips', {
      bareFirst: () => onPage((page) => bareFirstFrames(page, urls)),
      first: () =>
        withFilled(
          context,
          folder,
          () => Promise.resolve(),
          (page) => firstFrames(page, urls.length),
        ),
      bare: () => onPage((page) => playBare(page, urls)),
      gesso: () => onPage((page) => playGesso(page, urls)),
    });
    return [
      {
        name: `at ${CLIPS.speed}×: missed frames of the clock`,
        unit: 'frames',
        gesso: median(gesso),
        beside: ['ready bitmaps', median(bare)],
        bound: BOUNDS.clips.missed,
      },
      {
        name: 'press on a card → first frame, the first clip',
        unit: 'ms',
        gesso: median(first.flatMap((all) => all.slice(0, 1))),
        beside: ['mediabunny', median(bareFirst.flatMap((all) => all.slice(0, 1)))],
        bound: BOUNDS.clips.cold,
      },
      {
        name: 'the next clips',
        unit: 'ms',
        gesso: median(first.flatMap((all) => all.slice(1))),
        beside: ['mediabunny', median(bareFirst.flatMap((all) => all.slice(1)))],
        bound: BOUNDS.clips.warm,
      },
    ];
  } finally {
    await server.close();
  }
}

/** A library with a finished job for each film. */
async function fill({ folder: parent }: BenchContext, films: readonly Uint8Array[]) {
  const folder = join(parent, 'clips');
  await mkdir(folder);
  await fillFolder('../../e2e/support/fill-log.ts', folder, films.length);
  const data = join(folder, 'data');
  const database = new DatabaseSync(join(data, 'library.db'));
  const newest = createJobStore(database).list({ limit: films.length });
  for (const [index, { id }] of newest.entries()) {
    const path = join(folder, `${index}.mp4`);
    await writeFile(path, films[index] ?? '');
    await addClip(database, data, id, path);
  }
  database.close();
  return data;
}

/** Returns ms from the request of each clip to its first frame. */
async function bareFirstFrames(page: Page, urls: readonly string[]): Promise<readonly number[]> {
  const times: number[] = [];
  for (const url of urls) {
    await sleep(CLIPS.rest);
    times.push(
      await page.evaluate(async (at) => {
        const began = performance.now();
        await window.clipHarness?.bare.drawFirstFrame(at);
        return ((await window.markFrame?.()) ?? Infinity) - began;
      }, url),
    );
  }
  return times;
}

/** Presses each card. Returns ms from the pointer's press to the first frame on the stage. */
async function firstFrames(page: Page, count: number): Promise<readonly number[]> {
  // a playing clip draws frames of its own
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const start = page.getByRole('button', { name: 'start without a photo' });
  const screens = page.getByRole('navigation', { name: 'Screens' });
  await start.or(screens).first().waitFor();
  if (await start.isVisible()) await start.click();
  await screens.getByRole('button', { name: 'Video', exact: true }).click();
  const cards = page.getByRole('button', { name: /^Open SVD/u });
  await cards.first().waitFor();
  const times: number[] = [];
  for (let card = 0; card < count; card++) {
    await cards.nth(card).hover();
    await sleep(CLIPS.rest);
    const shown = page.evaluate(noteNextPicture);
    await cards.nth(card).click();
    times.push(await shown);
  }
  return times;
}

/** Runs in the page. */
async function noteNextPicture(): Promise<number> {
  let isPressed = false;
  const began = new Promise<number>((resolve) => {
    const start = (event: Event): void => {
      isPressed = true;
      resolve(event.timeStamp);
    };
    window.addEventListener('pointerdown', start, { capture: true, once: true });
  });
  const { drawImage } = CanvasRenderingContext2D.prototype;
  const drawn = new Promise<number>((resolve) => {
    CanvasRenderingContext2D.prototype.drawImage = function drawAndNote(
      this: CanvasRenderingContext2D,
      ...args: unknown[]
    ) {
      Reflect.apply(drawImage, this, args);
      if (!isPressed || this.canvas.closest('.konvajs-content') === null) return;
      CanvasRenderingContext2D.prototype.drawImage = drawImage;
      resolve(window.markFrame?.() ?? Infinity);
    };
  });
  return (await drawn) - (await began);
}

async function playBare(page: Page, urls: readonly string[]): Promise<number> {
  const drawn = await page.evaluate(
    ([all, speed, duration]) => window.clipHarness?.bare.play(all, speed, duration),
    [urls, CLIPS.speed, CLIPS.play] as const,
  );
  return missedIn(drawn ?? []);
}

async function playGesso(page: Page, urls: readonly string[]): Promise<number> {
  await page.evaluate(async (all) => {
    for (const url of all) await window.clipHarness?.open(url, 'video/mp4');
    window.clipHarness?.compare(all, 'moment');
  }, urls);
  await page.getByTestId('frame-4').waitFor();
  const drawn = await page.evaluate(
    ([speed, duration]) => window.clipHarness?.playFor(speed, duration),
    [CLIPS.speed, CLIPS.play] as const,
  );
  return missedIn(drawn ?? []);
}

/** Counts frames that were skipped between drawn ones. */
function missedIn(drawn: readonly number[]): number {
  const count = CLIPS.counts[CLIPS.lead];
  if (drawn.length < 2) throw new Error('Nothing was played.');
  return drawn.slice(1).reduce((sum, frame, index) => {
    const step = (frame - (drawn[index] ?? 0) + count) % count;
    return sum + Math.max(0, step - 1);
  }, 0);
}
