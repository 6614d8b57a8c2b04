/** From the first byte of an answer to its first text on the screen, beside the same text in a `<pre>`. */
import type { Page } from 'playwright';
import { answerText, ANSWER_TEXT, piecesOf } from '../../e2e/support/answer-text.ts';
import { withBarePage, withChat, withRelayedPage, type Stage } from './chat-stage.ts';
import { sleep, type BenchContext } from './context.ts';
import { withRatioBound, type Baseline, type Figure } from './figure.ts';
import { medianOf } from './statistics.ts';

const FIRST_TEXT = {
  /** Between the request and its first byte, as models take it, ms. */
  thinking: 400,
  /**
   * Of a frame, ms. A request leaves at a place of its own within a frame, other on each page, and a text
   * waits for the next one: so the first bytes are spread evenly over a frame, the same on each page.
   */
  frame: 1000 / 60,
  /** Answers of each kind in a window; the first one does not count. */
  answers: 6,
  factor: 1.1,
  /** Stands at the beginning of each answer. */
  mark: 'Quartz',
} as const;

/** After the first byte was written, milliseconds. */
interface FirstText {
  /** The text is among the page's elements. */
  readonly there: number;
  /** The frame that shows it was rendered. */
  readonly painted: number;
}

/** First texts alone, and with a burst behind them. */
interface FirstTexts {
  readonly single: FirstText[];
  readonly burst: FirstText[];
}

declare global {
  interface Window {
    /** Unix ms of the moment when the mark came, and of the end of the frame that showed it. */
    markShown?: Promise<FirstText>;
  }
}

/** See the file comment. */
export async function measureFirstText(context: BenchContext): Promise<readonly Figure[]> {
  const burst = piecesOf(answerText(), ANSWER_TEXT.pieces);
  const stages = { chat: withChat, bare: withBarePage, relayed: withRelayedPage };
  const texts = { chat: none(), bare: none(), relayed: none() };
  for (let repetition = 0; repetition < context.repeat; repetition++) {
    context.say(`first-text: ${repetition + 1} of ${context.repeat}`);
    for (const name of ['chat', 'bare', 'relayed'] as const) {
      await stages[name](context, async (stage) => {
        for (let count = 0; count < FIRST_TEXT.answers; count++) {
          const place = count - 1 + (repetition + 0.5) / context.repeat;
          const later = (FIRST_TEXT.frame * Math.max(0, place)) / (FIRST_TEXT.answers - 1);
          const one = await firstText(stage, [], later);
          const first = await firstText(stage, burst, later);
          if (count === 0) continue;
          texts[name].single.push(one);
          texts[name].burst.push(first);
        }
      });
    }
  }
  const { chat, bare, relayed } = texts;
  const pre = '<pre>';
  const behind = '<pre> behind a relay';
  return [
    bounded('first byte → first text painted', chat.single, bare.single, pre),
    beside('first byte → first text painted', chat.single, relayed.single, behind),
    beside('→ among the page’s elements', chat.single, bare.single, pre, thereOf),
    beside('→ among the page’s elements', chat.single, relayed.single, behind, thereOf),
    bounded('the same in a burst: painted', chat.burst, bare.burst, pre),
    beside('the same in a burst: among the page’s elements', chat.burst, bare.burst, pre, thereOf),
  ];
}

function none(): FirstTexts {
  return { single: [], burst: [] };
}

/** @param later than a frame, ms */
async function firstText(stage: Stage, rest: readonly string[], later: number): Promise<FirstText> {
  const writer = await stage.begin();
  await sleep(FIRST_TEXT.thinking);
  await watchForMark(stage.page);
  await stage.page.evaluate(() => new Promise(requestAnimationFrame));
  await sleep(later);
  writer.write(`${FIRST_TEXT.mark} `);
  for (const piece of rest) writer.write(piece);
  // what is written in one turn leaves the process after it
  const writtenAt = performance.timeOrigin + performance.now();
  const shown = await stage.page.evaluate(() => window.markShown);
  writer.finish();
  await sleep(FIRST_TEXT.thinking);
  if (shown === undefined) throw new Error('The page was not watched.');
  return { there: shown.there - writtenAt, painted: shown.painted - writtenAt };
}

/** A dot that is painted in the same frame as the mark: the browser reports when it was rendered. */
async function watchForMark(page: Page): Promise<void> {
  await page.evaluate((mark) => {
    window.markShown = new Promise((resolve) => {
      const observer = new MutationObserver((changes) => {
        if (!changes.some(({ target }) => target.textContent?.includes(mark) === true)) return;
        observer.disconnect();
        const there = performance.timeOrigin + performance.now();
        const dot = document.createElement('div');
        dot.textContent = '.';
        dot.setAttribute('elementtiming', 'dot');
        dot.style.cssText = 'position:fixed;left:0;top:0;color:#888;z-index:9999';
        new PerformanceObserver((list, own) => {
          const [entry] = list.getEntries();
          if (entry === undefined || !('renderTime' in entry)) return;
          own.disconnect();
          dot.remove();
          resolve({ there, painted: performance.timeOrigin + Number(entry.renderTime) });
        }).observe({ type: 'element' });
        document.body.append(dot);
      });
      observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    });
  }, FIRST_TEXT.mark);
}

function thereOf({ there }: FirstText): number {
  return there;
}

function beside(
  name: string,
  texts: readonly FirstText[],
  others: readonly FirstText[],
  otherName: string,
  read: (text: FirstText) => number = ({ painted }) => painted,
): Figure & { readonly baseline: Baseline } {
  return {
    name,
    unit: 'ms',
    gesso: medianOf(texts, read),
    baseline: { name: otherName, value: medianOf(others, read) },
  };
}

function bounded(...figure: Parameters<typeof beside>): Figure {
  return withRatioBound(beside(...figure), FIRST_TEXT.factor);
}
