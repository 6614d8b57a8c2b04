import { resolve } from 'node:path';
import type { Page } from 'playwright';
import { startHarnessServer } from '../../e2e/canvas/server.ts';
import { numberedMp4 } from '../../electron/testing/clips.ts';
import { BOUNDS } from './bounds.ts';
import { inTurns, withPage, type BenchContext } from './harness.ts';
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
    for (const [index, count] of CLIPS.counts.entries()) {
      const rate = index === CLIPS.lead ? CLIPS.fast : CLIPS.slow;
      const film = await numberedMp4(count, { ...CLIPS.size, rate });
      server.put(`/clip-${index}.mp4`, film, 'video/mp4');
      urls.push(`/clip-${index}.mp4`);
    }
    const onPage = <Result>(act: (page: Page) => Promise<Result>): Promise<Result> =>
      withPage(context, async (page) => {
        await page.goto(server.url, { waitUntil: 'load' });
        return await act(page);
      });
    const { bareFirst, first, bare, gesso } = await inTurns(context, 'clips', {
      bareFirst: () => onPage((page) => firstFrame(page, urls[0], true)),
      first: () => onPage((page) => firstFrame(page, urls[0], false)),
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
        name: 'file → first frame on screen',
        unit: 'ms',
        gesso: median(first),
        beside: ['mediabunny', median(bareFirst)],
      },
    ];
  } finally {
    await server.close();
  }
}

function firstFrame(page: Page, url = '', isBare: boolean): Promise<number> {
  return page.evaluate(
    async ([at, alone, size, rest]) => {
      const harness = window.clipHarness;
      // the worker that a screen starts has started by then
      await new Promise((resolve) => setTimeout(resolve, rest));
      const time = await (alone ? harness?.bare.firstFrame(at) : harness?.firstFrame(at, size));
      return time ?? Infinity;
    },
    [url, isBare, CLIPS.size, CLIPS.rest] as const,
  );
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
