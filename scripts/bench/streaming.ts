/** The cost of 20,000 tokens at full speed, from the socket to the other side of the contract. */
import { mkdir, mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { BenchContext } from './context.ts';
import { withRatioBound, type Figure } from './figure.ts';
import { listen, type Listening } from './listen.ts';
import type { WorkReport } from './processes/report-work.ts';
import { runAsHost, runProcess } from './run-process.ts';
import { medianOf } from './statistics.ts';

const STREAMING = {
  tokens: 20_000,
  /** Tokens of the answer whose messages are counted: it takes long enough for some. */
  manyTokens: 400_000,
  /** Times the processor time of parsing alone. */
  bound: 3,
  /** Messages a second across the boundary. */
  mostMessages: 100,
  /** Repetitions within one process. */
  withinProcess: 9,
  /** Answers that are stopped at once, and ms within which the service sees the end of their calls. */
  stops: 20,
  stoppedWithin: 100,
} as const;

/** See the file comment. */
export async function measureStreaming(context: BenchContext): Promise<readonly Figure[]> {
  await using server = await startStreamServer(STREAMING.tokens);
  await using longServer = await startStreamServer(STREAMING.manyTokens);
  const plain: WorkReport[] = [];
  const whole: WorkReport[] = [];
  const long: WorkReport[] = [];
  const stops: number[] = [];
  for (let repetition = 0; repetition < context.repeat; repetition++) {
    context.say(`streaming: ${repetition + 1} of ${context.repeat}`);
    const folder = join(context.folder, `streaming-${repetition}`);
    await mkdir(folder);
    const args = [server.baseUrl, String(STREAMING.withinProcess)];
    plain.push(...readReports(await runProcess('stream-plain.ts', ...args)));
    whole.push(...readReports(await runAsHost('stream-contract.ts', ...args, folder)));
    const longFolder = await mkdtemp(`${folder}-long-`);
    long.push(
      ...readReports(await runAsHost('stream-contract.ts', longServer.baseUrl, '1', longFolder)),
    );
    const stopFolder = await mkdtemp(`${folder}-stops-`);
    const times = await runAsHost('stop-at-once.ts', stopFolder, String(STREAMING.stops));
    stops.push(...(JSON.parse(times) as readonly number[]));
  }
  const name = 'eventsource-parser alone';
  // the first one and the end wait for nothing
  const perSecond = medianOf(long, ({ count, wall }) => (count - 2) / (wall / 1000));
  return [
    withRatioBound(
      {
        name: '20,000 tokens to the contract: processor time',
        unit: 'ms',
        gesso: medianOf(whole, ({ processor }) => processor),
        baseline: { name, value: medianOf(plain, ({ processor }) => processor) },
      },
      STREAMING.bound,
    ),
    {
      name: '20,000 tokens to the contract: first to last byte',
      unit: 'ms',
      gesso: medianOf(whole, ({ wall }) => wall),
      baseline: { name, value: medianOf(plain, ({ wall }) => wall) },
    },
    {
      name: '400,000 tokens: messages a second across the boundary',
      unit: 'count',
      gesso: perSecond,
      bound: {
        text: `≤ ${STREAMING.mostMessages} a second`,
        isMet: perSecond <= STREAMING.mostMessages,
      },
    },
    {
      name: 'stopped before its first byte: until the service sees it, longest',
      unit: 'ms',
      gesso: Math.max(...stops),
      bound: {
        text: `≤ ${STREAMING.stoppedWithin} ms`,
        isMet: Math.max(...stops) <= STREAMING.stoppedWithin,
      },
    },
  ];
}

function readReports(printed: string): readonly WorkReport[] {
  return JSON.parse(printed) as readonly WorkReport[];
}

/** Answers every call with the same stream, as fast as the socket takes it. */
async function startStreamServer(tokens: number): Promise<Listening> {
  const bytes = Buffer.from(streamText(tokens));
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(bytes);
    });
  });
  return await listen(server);
}

/** As services of this shape send it: a chunk a token, the usage in the last, the end marker. */
function streamText(tokens: number): string {
  const head = { id: 'cmpl-benchmark', object: 'text_completion', created: 1_790_000_000 };
  const words = ['The', ' light', ' falls', ' from', ' the', ' left', ',', ' soft', '.', '\n'];
  const chunk = (choices: readonly unknown[], more: object = {}) =>
    `data: ${JSON.stringify({ ...head, model: 'practice/model', choices, ...more })}\n\n`;
  let text = '';
  for (let index = 0; index < tokens; index++) {
    const word = words[index % words.length];
    text += chunk([{ index: 0, text: word, logprobs: null, finish_reason: null }]);
  }
  text += chunk([{ index: 0, text: '', logprobs: null, finish_reason: 'stop' }]);
  const usage = { prompt_tokens: 1, completion_tokens: tokens, total_tokens: tokens + 1 };
  return `${text}${chunk([], { usage })}data: [DONE]\n\n`;
}
