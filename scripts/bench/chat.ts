import type { Page } from 'playwright';
import { answerText, ANSWER_TEXT, piecesOf, technicalText } from '../../e2e/support/answer-text.ts';
import { BOUNDS } from './bounds.ts';
import { takeNotes, withChat, withPre, type ChatPage, type Writer } from './chat-page.ts';
import {
  busyShare,
  frameIntervals,
  inTurns,
  sleep,
  SLOW_FRAME,
  type BenchContext,
} from './harness.ts';
import { median, medianOf } from './statistics.ts';
import type { Figure } from './table.ts';

const CHAT = {
  /** Pieces a second, about a fast model's pace. */
  pace: 100,
  measured: 500,
  /** Characters of the long answer with code and formulas. */
  long: 90_000,
  /** A page without changes for this long has settled, ms. */
  rest: 1000,
  /** Between a request and its first byte, as models take it, ms. */
  thinking: 400,
  /** First texts in a window, after one that does not count. */
  firsts: 4,
  /** Spreads first bytes evenly over a frame, as a text waits for the next one, ms. */
  frame: 1000 / 60,
  mark: 'Quartz',
} as const;

/** Times in ms, shares from 0 to 1. */
interface Seen {
  /** From the first byte to the frame with the first text. */
  readonly firsts: readonly number[];
  readonly paced: Streamed;
  readonly tail: Streamed;
  readonly firstBurst: Burst;
  readonly burst: Burst;
}

interface Streamed {
  readonly slow: number;
  readonly busy: number;
}

interface Burst {
  /** From the last byte to the last change of the page. */
  readonly settled: number;
  readonly longest: number;
}

declare global {
  interface Window {
    /** Ms since 1970 at the end of the frame that showed the mark. */
    markShown?: Promise<number>;
  }
}

export async function measureChat(context: BenchContext): Promise<readonly Figure[]> {
  const { pre, chat } = await inTurns(context, 'chat', {
    pre: () => withPre(context, watchAnswers),
    chat: () => withChat(context, watchAnswers),
  });
  return [
    {
      name: 'first byte → first text painted',
      unit: 'ms',
      gesso: median(chat.flatMap(({ firsts }) => firsts)),
      beside: ['<pre>', median(pre.flatMap(({ firsts }) => firsts))],
      bound: BOUNDS.chat.firstText,
    },
    ...streamFigures('paced', chat, pre, ({ paced }) => paced),
    ...streamFigures('paced, after 90,000 characters', chat, pre, ({ tail }) => tail),
    // the first code block waits for a worker to start and a grammar to load
    ...burstFigures('burst, first answer of a window', chat, pre, ({ firstBurst }) => firstBurst),
    ...burstFigures('burst', chat, pre, ({ burst }) => burst),
  ];
}

async function watchAnswers(chat: ChatPage): Promise<Seen> {
  const usual = piecesOf(answerText(), ANSWER_TEXT.pieces);
  const long = piecesOf(technicalText(CHAT.long), CHAT.long / 4);
  const firstBurst = await burstOf(chat, usual);
  const burst = await burstOf(chat, usual);
  const paced = await streamed(chat, [], usual.slice(0, CHAT.measured));
  const tail = await streamed(chat, long.slice(0, -CHAT.measured), long.slice(-CHAT.measured));
  return { firsts: await firstTexts(chat), paced, tail, firstBurst, burst };
}

/** Writes the first pieces at once, the others at the pace of a model. */
async function streamed(
  chat: ChatPage,
  before: readonly string[],
  pieces: readonly string[],
): Promise<Streamed> {
  const { page, session } = chat;
  const writer = await chat.begin();
  for (const piece of before) writer.write(piece);
  if (before.length > 0) await untilStill(page);
  let intervals: readonly number[] = [];
  const busy = await busyShare(session, async () => {
    intervals = await frameIntervals(page, () => writePaced(writer, pieces));
  });
  writer.finish();
  const slow = intervals.filter((interval) => interval > SLOW_FRAME).length;
  return { slow, busy };
}

async function writePaced(writer: Writer, pieces: readonly string[]): Promise<void> {
  const begin = performance.now();
  for (const [index, piece] of pieces.entries()) {
    writer.write(piece);
    const ahead = begin + ((index + 1) * 1000) / CHAT.pace - performance.now();
    if (ahead > 0) await sleep(ahead);
  }
}

async function untilStill(page: Page): Promise<{ readonly at: number; readonly longest: number }> {
  const began = Date.now();
  let longest = 0;
  for (;;) {
    await sleep(CHAT.rest / 4);
    const { changedAt, longTasks } = await takeNotes(page);
    longest = Math.max(longest, ...longTasks);
    if (Date.now() - Math.max(changedAt, began) >= CHAT.rest) return { at: changedAt, longest };
  }
}

async function burstOf(chat: ChatPage, pieces: readonly string[]): Promise<Burst> {
  const writer = await chat.begin();
  await takeNotes(chat.page);
  for (const piece of pieces) writer.write(piece);
  writer.finish();
  const writtenAt = performance.timeOrigin + performance.now();
  const { at, longest } = await untilStill(chat.page);
  return { settled: Math.max(0, at - writtenAt), longest };
}

async function firstTexts(chat: ChatPage): Promise<readonly number[]> {
  const times: number[] = [];
  for (let count = 0; count <= CHAT.firsts; count++) {
    const place = Math.max(0, count - 1) / CHAT.firsts;
    const time = await firstText(chat, CHAT.frame * place);
    if (count > 0) times.push(time);
  }
  return times;
}

/** @param later than the beginning of a frame, ms */
async function firstText({ page, begin }: ChatPage, later: number): Promise<number> {
  const writer = await begin();
  await sleep(CHAT.thinking);
  await page.evaluate((mark) => {
    window.markShown = new Promise((resolve) => {
      new MutationObserver((changes, own) => {
        if (!changes.some(({ target }) => target.textContent?.includes(mark) === true)) return;
        own.disconnect();
        void window.markFrame?.().then((at) => resolve(performance.timeOrigin + at));
      }).observe(document.body, { childList: true, characterData: true, subtree: true });
    });
    return new Promise(requestAnimationFrame);
  }, CHAT.mark);
  await sleep(later);
  writer.write(`${CHAT.mark} `);
  const writtenAt = performance.timeOrigin + performance.now();
  const shownAt = await page.evaluate(() => window.markShown);
  writer.finish();
  await sleep(CHAT.thinking);
  return (shownAt ?? Number.NaN) - writtenAt;
}

function streamFigures(
  at: string,
  chat: readonly Seen[],
  pre: readonly Seen[],
  part: (seen: Seen) => Streamed,
): readonly Figure[] {
  const bounds = BOUNDS.chat;
  const figure = (name: string, unit: Figure['unit'], read: (run: Streamed) => number): Figure => ({
    name: `${at}: ${name}`,
    unit,
    gesso: medianOf(chat, (seen) => read(part(seen))),
    beside: ['<pre>', medianOf(pre, (seen) => read(part(seen)))],
  });
  return [
    { ...figure('frames over 33 ms', 'frames', ({ slow }) => slow), bound: bounds.slowFrames },
    { ...figure('main thread busy', '%', ({ busy }) => busy), bound: bounds.busy },
  ];
}

function burstFigures(
  at: string,
  chat: readonly Seen[],
  pre: readonly Seen[],
  part: (seen: Seen) => Burst,
): readonly Figure[] {
  return [
    {
      name: `${at}: last byte → settled`,
      unit: 'ms',
      gesso: medianOf(chat, (seen) => part(seen).settled),
      beside: ['<pre>', medianOf(pre, (seen) => part(seen).settled)],
      bound: BOUNDS.chat.settled,
    },
    {
      name: `${at}: longest task`,
      unit: 'ms',
      gesso: medianOf(chat, (seen) => part(seen).longest),
      bound: BOUNDS.chat.longestTask,
    },
  ];
}
