/** Long answers in the chat: the cost of their frames beside the same text in a `<pre>`. */
import { answerText, ANSWER_TEXT, piecesOf, technicalText } from '../../e2e/support/answer-text.ts';
import { takeNotes, withBarePage, withChat, type Stage, type Writer } from './chat-stage.ts';
import { sleep, type BenchContext } from './context.ts';
import { withRatioBound, type Figure } from './figure.ts';
import { medianOf } from './statistics.ts';

const CHAT = {
  /** Pieces a second, about a fast model's. */
  pace: 100,
  /** Pieces that are measured. */
  measured: 1_000,
  /** Characters of the long answer with code and formulas. */
  long: 90_000,
  /** Pieces of the longest answer, of about four characters. */
  longest: 50_000,
  /** A longer frame is seen as a stumble at 60 frames a second, milliseconds. */
  slowFrame: 33,
  /** A page that has not changed for so long has settled, milliseconds. */
  rest: 1_000,
  busy: { paced: 0.3, tail: 0.35 },
  /** The main thread in the tail beside the beginning. */
  tailFactor: 1.25,
  settledWithin: 150,
  lastFactor: 1.5,
  heapFactor: 1.2,
} as const;

/** One measured thousand. Share from 0 to 1. */
interface Streamed {
  readonly frames: number;
  readonly slow: number;
  readonly busy: number;
}

interface Burst {
  /** From the last byte to the last change of the page, milliseconds. */
  readonly settled: number;
  readonly longest: number;
  readonly heap: number;
}

type Act<Result> = (stage: Stage) => Promise<Result>;
type WithStage = <Result>(context: BenchContext, act: Act<Result>) => Promise<Result>;

/** See the file comment. */
export async function measureChat(context: BenchContext): Promise<readonly Figure[]> {
  const usual = piecesOf(answerText(), ANSWER_TEXT.pieces);
  const long = piecesOf(technicalText(CHAT.long), Math.round(CHAT.long / 4));
  const stages: readonly WithStage[] = [withChat, withBarePage];
  const both = async <Result>(act: Act<Result>, into: readonly [Result[], Result[]]) => {
    for (const [index, stage] of stages.entries()) into[index]?.push(await stage(context, act));
  };
  const paced: [Streamed[], Streamed[]] = [[], []];
  const tail: [Streamed[], Streamed[]] = [[], []];
  const longTail: [Streamed[], Streamed[]] = [[], []];
  const firstBurst: [Burst[], Burst[]] = [[], []];
  const burst: [Burst[], Burst[]] = [[], []];
  for (let repetition = 0; repetition < context.repeat; repetition++) {
    context.say(`chat: ${repetition + 1} of ${context.repeat}`);
    await both((stage) => streamed(stage, [], usual), paced);
    await both(
      (stage) => streamed(stage, usual.slice(0, -CHAT.measured), usual.slice(-CHAT.measured)),
      tail,
    );
    await both(
      (stage) => streamed(stage, long.slice(0, -CHAT.measured), long.slice(-CHAT.measured)),
      longTail,
    );
    for (const [index, stage] of stages.entries()) {
      await stage(context, async (window) => {
        firstBurst[index]?.push(await burstOf(window, usual));
        burst[index]?.push(await burstOf(window, usual));
      });
    }
  }
  const pacedBusy = medianOf(paced[0], ({ busy }) => busy);
  return [
    ...streamFigures('paced', paced, CHAT.busy.paced, undefined),
    ...streamFigures('tail', tail, CHAT.busy.tail, pacedBusy),
    ...streamFigures('tail of 90,000 characters', longTail, CHAT.busy.tail, pacedBusy),
    // the colours of code come from a worker that starts, and a grammar that is read, with the first
    ...burstFigures('burst, a window’s first answer with code', firstBurst),
    ...burstFigures('burst', burst),
    ...(await longestFigures(context, 'one answer of 50,000 pieces', '')),
    ...(await longestFigures(
      context,
      'the same with a footnote in its first line',
      'It begins[^1].\n\n',
    )),
    await heapFigure(context, usual),
  ];
}

/** Writes some pieces at once, and then measures a thousand at the pace of a model. */
async function streamed(
  stage: Stage,
  before: readonly string[],
  pieces: readonly string[],
): Promise<Streamed> {
  const writer = await stage.begin();
  await writeAll(stage, writer, before);
  const measured = await measurePaced(stage, writer, pieces.slice(0, CHAT.measured));
  writer.finish();
  return measured;
}

async function measurePaced(
  stage: Stage,
  writer: Writer,
  pieces: readonly string[],
): Promise<Streamed> {
  await takeNotes(stage.page);
  const busyBefore = await taskSeconds(stage);
  const begin = performance.now();
  for (const [index, piece] of pieces.entries()) {
    writer.write(piece);
    const ahead = begin + ((index + 1) * 1000) / CHAT.pace - performance.now();
    if (ahead > 0) await sleep(ahead);
  }
  const seconds = (performance.now() - begin) / 1000;
  const busy = ((await taskSeconds(stage)) - busyBefore) / seconds;
  const { frames } = await takeNotes(stage.page);
  const intervals = frames.slice(1).map((at, index) => at - (frames[index] ?? at));
  return {
    frames: frames.length / seconds,
    slow: intervals.filter((interval) => interval > CHAT.slowFrame).length,
    busy,
  };
}

/** Writes as fast as the socket takes it, and waits until the page is still. */
async function writeAll(stage: Stage, writer: Writer, pieces: readonly string[]): Promise<void> {
  for (const [index, piece] of pieces.entries()) {
    writer.write(piece);
    if (index % 200 === 199) await sleep(0);
  }
  if (pieces.length > 0) await untilStill(stage);
}

/** @returns Unix milliseconds of the last change */
async function untilStill({ page }: Stage): Promise<number> {
  for (;;) {
    await sleep(CHAT.rest / 4);
    const { changedAt } = await takeNotes(page);
    if (changedAt > 0 && Date.now() - changedAt > CHAT.rest) return changedAt;
  }
}

async function burstOf(stage: Stage, pieces: readonly string[]): Promise<Burst> {
  const writer = await stage.begin();
  await takeNotes(stage.page);
  for (const piece of pieces) writer.write(piece);
  writer.finish();
  const writtenAt = Date.now();
  let longest = 0;
  let settledAt = writtenAt;
  do {
    await sleep(CHAT.rest / 4);
    const { changedAt, longTasks } = await takeNotes(stage.page);
    longest = Math.max(longest, ...longTasks);
    settledAt = changedAt;
  } while (Date.now() - Math.max(settledAt, writtenAt) < CHAT.rest);
  return { settled: Math.max(0, settledAt - writtenAt), longest, heap: await heapOf(stage) };
}

async function taskSeconds({ session }: Stage): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

/** Bytes in use after collecting garbage. */
async function heapOf({ session }: Stage): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

function streamFigures(
  at: string,
  [runs, bareRuns]: readonly [readonly Streamed[], readonly Streamed[]],
  aim: number,
  pacedBusy: number | undefined,
): readonly Figure[] {
  const beside = (read: (run: Streamed) => number) => ({
    name: '<pre>',
    value: medianOf(bareRuns, read),
  });
  const frames = medianOf(runs, (run) => run.frames);
  const bareFrames = beside((run) => run.frames);
  const slow = medianOf(runs, (run) => run.slow);
  const bareSlow = beside((run) => run.slow);
  const busy = medianOf(runs, (run) => run.busy);
  return [
    {
      name: `${at}: frames a second`,
      unit: 'frames',
      gesso: frames,
      baseline: bareFrames,
      // one frame more or less is the timer's
      bound: { text: 'as many', isMet: frames >= bareFrames.value - 1 },
    },
    {
      name: `${at}: frames over 33 ms`,
      unit: 'frames',
      gesso: slow,
      baseline: bareSlow,
      bound: { text: 'no more', isMet: slow <= bareSlow.value },
    },
    {
      name: `${at}: main thread busy`,
      unit: '%',
      gesso: busy,
      baseline: beside((run) => run.busy),
      bound: { text: `aim ${aim * 100} %`, isMet: busy <= aim },
    },
    ...(pacedBusy === undefined
      ? []
      : [
          withRatioBound(
            {
              name: `${at}: main thread busy, beside paced`,
              unit: '%',
              gesso: busy,
              baseline: { name: 'paced', value: pacedBusy },
            },
            CHAT.tailFactor,
          ),
        ]),
  ];
}

function burstFigures(
  at: string,
  [runs, bareRuns]: readonly [readonly Burst[], readonly Burst[]],
): readonly Figure[] {
  const settled = medianOf(runs, (run) => run.settled);
  const bare = medianOf(bareRuns, (run) => run.settled);
  const longest = medianOf(runs, (run) => run.longest);
  const bareLongest = medianOf(bareRuns, (run) => run.longest);
  return [
    {
      name: `${at}: last byte → settled`,
      unit: 'ms',
      gesso: settled,
      baseline: { name: '<pre>', value: bare },
      bound: {
        text: `${CHAT.settledWithin} ms beyond`,
        isMet: settled <= bare + CHAT.settledWithin,
      },
    },
    {
      name: `${at}: longest task`,
      unit: 'ms',
      gesso: longest,
      baseline: { name: '<pre>', value: bareLongest },
      bound: { text: 'none over 50 ms beyond', isMet: longest <= Math.max(50, bareLongest) },
    },
  ];
}

/** The last thousand of a very long answer beside its first. */
async function longestFigures(
  context: BenchContext,
  name: string,
  beginning: string,
): Promise<readonly Figure[]> {
  context.say(`chat: ${name}`);
  const pieces = piecesOf(answerText(CHAT.longest * 4, beginning), CHAT.longest);
  return await withChat(context, async (stage) => {
    const writer = await stage.begin();
    const first = await measurePaced(stage, writer, pieces.slice(0, CHAT.measured));
    await writeAll(stage, writer, pieces.slice(CHAT.measured, -CHAT.measured));
    const last = await measurePaced(stage, writer, pieces.slice(-CHAT.measured));
    writer.finish();
    return [
      withRatioBound(
        {
          name: `${name}: main thread, last thousand`,
          unit: '%',
          gesso: last.busy,
          baseline: { name: 'first thousand', value: first.busy },
        },
        CHAT.lastFactor,
      ),
      { name: `${name}: frames a second, last thousand`, unit: 'frames', gesso: last.frames },
    ];
  });
}

/** The heap after four long answers were shown and closed. */
async function heapFigure(context: BenchContext, pieces: readonly string[]): Promise<Figure> {
  context.say('chat: four long answers');
  return await withChat(context, async (stage) => {
    const answer = async (): Promise<void> => {
      const writer = await stage.begin();
      await writeAll(stage, writer, pieces);
      writer.finish();
      await untilStill(stage);
    };
    const close = async (): Promise<number> => {
      await stage.page.getByRole('button', { name: 'New conversation', exact: true }).click();
      await untilStill(stage);
      return await heapOf(stage);
    };
    await answer(); // grammars and fonts are loaded once
    const before = await close();
    for (let count = 0; count < 4; count++) await answer();
    return withRatioBound(
      {
        name: 'heap after four long answers were closed',
        unit: 'MB',
        gesso: (await close()) / 1e6,
        baseline: { name: 'before them', value: before / 1e6 },
      },
      CHAT.heapFactor,
    );
  });
}
