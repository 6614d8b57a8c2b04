/** From the first byte of an answer to its first text on the screen, beside the same text in a `<pre>`. */
import type { Page } from 'playwright';
import { answerText, ANSWER_TEXT, piecesOf } from '../../e2e/support/answer-text.ts';
import { withBarePage, withChat, type Stage } from './chat-stage.ts';
import { sleep, type BenchContext } from './context.ts';
import { withRatioBound, type Figure } from './figure.ts';
import { medianOf } from './statistics.ts';

const FIRST_TEXT = {
  /** Between the request and its first byte, as models take it, ms. */
  thinking: 400,
  /** Answers of each kind in a window; the first one does not count. */
  answers: 6,
  factor: 1.1,
  /** Stands at the beginning of each answer. */
  mark: 'Quartz',
} as const;

declare global {
  interface Window {
    /** Unix ms of the end of the frame in which the mark was first on the page. */
    markShown?: Promise<number>;
  }
}

/** See the file comment. */
export async function measureFirstText(context: BenchContext): Promise<readonly Figure[]> {
  const burst = piecesOf(answerText(), ANSWER_TEXT.pieces);
  const single: [number[], number[]] = [[], []];
  const many: [number[], number[]] = [[], []];
  for (let repetition = 0; repetition < context.repeat; repetition++) {
    context.say(`first-text: ${repetition + 1} of ${context.repeat}`);
    for (const [index, withStage] of [withChat, withBarePage].entries()) {
      await withStage(context, async (stage) => {
        for (let count = 0; count < FIRST_TEXT.answers; count++) {
          const one = await firstText(stage, []);
          const first = await firstText(stage, burst);
          if (count === 0) continue;
          single[index]?.push(one);
          many[index]?.push(first);
        }
      });
    }
  }
  return [figure('first byte → first text', single), figure('the same in a burst', many)];
}

/** @returns ms */
async function firstText(stage: Stage, rest: readonly string[]): Promise<number> {
  const writer = await stage.begin();
  await sleep(FIRST_TEXT.thinking);
  await watchForMark(stage.page);
  writer.write(`${FIRST_TEXT.mark} `);
  for (const piece of rest) writer.write(piece);
  // what is written in one turn leaves the process after it
  const writtenAt = performance.timeOrigin + performance.now();
  const shownAt = await stage.page.evaluate(() => window.markShown);
  writer.finish();
  await sleep(FIRST_TEXT.thinking);
  if (shownAt === undefined) throw new Error('The page was not watched.');
  return shownAt - writtenAt;
}

/** A dot that is painted in the same frame as the mark: the browser reports when it was rendered. */
async function watchForMark(page: Page): Promise<void> {
  await page.evaluate((mark) => {
    window.markShown = new Promise((resolve) => {
      const observer = new MutationObserver((changes) => {
        if (!changes.some(({ target }) => target.textContent?.includes(mark) === true)) return;
        observer.disconnect();
        const dot = document.createElement('div');
        dot.textContent = '.';
        dot.setAttribute('elementtiming', 'dot');
        dot.style.cssText = 'position:fixed;left:0;top:0;color:#888;z-index:9999';
        new PerformanceObserver((list, own) => {
          const [entry] = list.getEntries();
          if (entry === undefined || !('renderTime' in entry)) return;
          own.disconnect();
          dot.remove();
          resolve(performance.timeOrigin + Number(entry.renderTime));
        }).observe({ type: 'element' });
        document.body.append(dot);
      });
      observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    });
  }, FIRST_TEXT.mark);
}

function figure(
  name: string,
  [runs, bareRuns]: readonly [readonly number[], readonly number[]],
): Figure {
  return withRatioBound(
    {
      name,
      unit: 'ms',
      gesso: medianOf(runs, (each) => each),
      baseline: { name: '<pre>', value: medianOf(bareRuns, (each) => each) },
    },
    FIRST_TEXT.factor,
  );
}
