/** Clips that are played and compared, beside mediabunny and ready bitmaps alone. */
import { resolve } from 'node:path';
import type { Page } from 'playwright';
import { numberedMp4 } from '../../electron/testing/clips.ts';
import { startHarnessServer } from '../../e2e/canvas/server.ts';
import { NUMBER_AT, numberIn } from '../../e2e/clips/number-in.ts';
import type { BenchContext } from './context.ts';
import { withRatioBound, type Figure } from './figure.ts';
import { withPage } from './gesso.ts';
import { medianOf } from './statistics.ts';

const CLIPS = {
  size: { width: 1024, height: 576 },
  /** Frames of the clips; the third one leads. */
  counts: [25, 25, 100, 14],
  lead: 2,
  /** Frames a second of a clip after interpolation, and of the others. */
  fast: 24,
  slow: 6,
  /** Multiples of their own speed. */
  speeds: [1, 2],
  playMilliseconds: 8000,
  firstFrameFactor: 1.5,
  restMilliseconds: 1000,
} as const;

interface Played {
  /** Frames of the clock that were never drawn, by speed. */
  readonly missed: readonly number[];
}

/** @returns frames apart, missed frames, memory of the store, and the time to the first frame */
export async function measureClips(context: BenchContext): Promise<readonly Figure[]> {
  context.say('clips: making four clips');
  const server = await startHarnessServer(resolve(import.meta.dirname, '../../e2e/clips'));
  try {
    const urls: string[] = [];
    for (const [index, count] of CLIPS.counts.entries()) {
      const rate = count === 100 ? CLIPS.fast : CLIPS.slow;
      const film = await numberedMp4(count, { ...CLIPS.size, rate });
      server.put(`/clip-${index}.mp4`, film, 'video/mp4');
      urls.push(`/clip-${index}.mp4`);
    }
    const gesso: Played[] = [];
    const bare: Played[] = [];
    const firsts: number[] = [];
    const bareFirsts: number[] = [];
    let apart = 0;
    let use = { bytes: 0, cap: 0, decoding: 0 };
    for (let repetition = 0; repetition < context.repeat; repetition++) {
      context.say(`clips: ${repetition + 1} of ${context.repeat}`);
      bareFirsts.push(await onPage(context, server.url, (page) => firstFrame(page, urls[0], true)));
      firsts.push(await onPage(context, server.url, (page) => firstFrame(page, urls[0], false)));
      bare.push(await onPage(context, server.url, (page) => playBare(page, urls)));
      await onPage(context, server.url, async (page) => {
        await openAll(page, urls);
        gesso.push(await playGesso(page));
        apart = Math.max(apart, await framesApart(page));
        use = (await page.evaluate(() => window.clipHarness?.use)) ?? use;
      });
    }
    return [
      {
        name: 'four clips: frames apart, read back from the panes',
        unit: 'frames',
        gesso: apart,
        bound: { text: 'none', isMet: apart === 0 },
      },
      ...CLIPS.speeds.map((speed, index) => missedFigure(speed, index, gesso, bare)),
      {
        name: 'four clips: memory of their frames',
        unit: 'MB',
        gesso: use.bytes / 1e6,
        baseline: { name: 'cap', value: use.cap / 1e6 },
        bound: { text: 'below the cap', isMet: use.bytes <= use.cap },
      },
      {
        name: 'decoders at rest',
        unit: 'count',
        gesso: use.decoding,
        bound: { text: 'none', isMet: use.decoding === 0 },
      },
      withRatioBound(
        {
          name: 'file → first frame on screen',
          unit: 'ms',
          gesso: medianOf(firsts, (time) => time),
          baseline: { name: 'mediabunny', value: medianOf(bareFirsts, (time) => time) },
        },
        CLIPS.firstFrameFactor,
      ),
    ];
  } finally {
    await server.close();
  }
}

function missedFigure(
  speed: number,
  index: number,
  gesso: readonly Played[],
  bare: readonly Played[],
): Figure {
  const missed = medianOf(gesso, (run) => run.missed[index] ?? 0);
  const most = medianOf(bare, (run) => run.missed[index] ?? 0);
  return {
    name: `four clips at ${speed}×: missed frames of the clock`,
    unit: 'frames',
    gesso: missed,
    baseline: { name: 'ready bitmaps', value: most },
    bound: { text: 'no more', isMet: missed <= most },
  };
}

function onPage<Result>(
  context: BenchContext,
  url: string,
  measure: (page: Page) => Promise<Result>,
): Promise<Result> {
  return withPage(context, async (page) => {
    await page.goto(url, { waitUntil: 'load' });
    return await measure(page);
  });
}

function firstFrame(page: Page, url = '', isBare: boolean): Promise<number> {
  return page.evaluate(
    async ([at, alone, size, rest]) => {
      const harness = window.clipHarness;
      // the page has come to rest: the worker that a screen starts with it is there
      await new Promise((resolve) => {
        setTimeout(resolve, rest);
      });
      const time = await (alone ? harness?.bare.firstFrame(at) : harness?.firstFrame(at, size));
      return time ?? Infinity;
    },
    [url, isBare, CLIPS.size, CLIPS.restMilliseconds] as const,
  );
}

async function openAll(page: Page, urls: readonly string[]): Promise<void> {
  await page.evaluate(async (all) => {
    for (const url of all) await window.clipHarness?.open(url, 'video/mp4');
    window.clipHarness?.compare(all, 'moment');
  }, urls);
  await page.getByTestId('frame-4').waitFor();
}

async function playBare(page: Page, urls: readonly string[]): Promise<Played> {
  const missed: number[] = [];
  for (const speed of CLIPS.speeds) {
    const drawn = await page.evaluate(
      ([all, times, duration]) => window.clipHarness?.bare.play(all, times, duration),
      [urls, speed, CLIPS.playMilliseconds] as const,
    );
    missed.push(missedIn(drawn ?? []));
  }
  return { missed };
}

async function playGesso(page: Page): Promise<Played> {
  const missed: number[] = [];
  for (const speed of CLIPS.speeds) {
    const drawn = await page.evaluate(
      ([times, duration]) => window.clipHarness?.playFor(times, duration),
      [speed, CLIPS.playMilliseconds] as const,
    );
    missed.push(missedIn(drawn ?? []));
  }
  return { missed };
}

/** Frames that were passed over between two that were drawn one after the other. */
function missedIn(drawn: readonly number[]): number {
  const count = CLIPS.counts[CLIPS.lead];
  if (drawn.length < 2) throw new Error('Nothing was played.');
  return drawn.slice(1).reduce((sum, frame, index) => {
    const step = (frame - (drawn[index] ?? 0) + count) % count;
    return sum + Math.max(0, step - 1);
  }, 0);
}

/** While the clips play: the farthest that a pane is from the frame that belongs to the leading one. */
async function framesApart(page: Page): Promise<number> {
  const panes = await page.evaluate(
    async ([at, duration]) => {
      const harness = window.clipHarness;
      if (harness === undefined) throw new Error('There is no harness.');
      const seen: (readonly (readonly [number, number, number])[])[][] = [];
      const state = { isOver: false };
      const playing = harness.playFor(1, duration).finally(() => {
        state.isOver = true;
      });
      while (!state.isOver) {
        await new Promise((next) => {
          requestAnimationFrame(next);
        });
        seen.push([0, 1, 2, 3].map((pane) => harness.paneColours(pane, at)));
      }
      await playing;
      return seen;
    },
    [NUMBER_AT, CLIPS.playMilliseconds] as const,
  );
  return Math.max(
    ...panes.map((each) => {
      const numbers = each.map(numberIn);
      const lead = numbers[CLIPS.lead] ?? 0;
      return Math.max(
        ...numbers.map((number, index) => {
          const count = CLIPS.counts[index] ?? 1;
          const leadCount = CLIPS.counts[CLIPS.lead];
          // a shorter clip may change while a frame of the leading one is shown
          const first = Math.floor((lead * count) / leadCount + 1e-6);
          const last = Math.floor(((lead + 1) * count) / leadCount - 1e-6);
          return Math.max(0, first - number, number - last);
        }),
      );
    }),
  );
}
