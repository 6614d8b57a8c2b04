/** A clean-up of 30 MB beside the same bytes streamed raw: the cost of making base64 while sending. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LIMITS } from '../../shared/api/limits.ts';
import type { BenchContext } from './context.ts';
import type { Figure } from './figure.ts';
import { pngLike } from './payload.ts';
import type { WorkReport } from './processes/report-work.ts';
import { runProcess } from './run-process.ts';
import { startSinkProcess } from './server-process.ts';
import { medianOf } from './statistics.ts';

const REQUEST = {
  picture: LIMITS.cleanup.maxFileBytes,
  /** A mask is small; this one cannot be compressed. */
  mask: 1_000_000,
  /** Throughput, as a share of that of the raw bytes. */
  bound: 0.7,
  /** Longest time for which the event loop may be blocked, ms. */
  longestBlock: 50,
  withinProcess: 5,
} as const;

/** See the file comment. */
export async function measureRequest(context: BenchContext): Promise<readonly Figure[]> {
  await using sink = await startSinkProcess();
  const picture = join(context.folder, 'request-picture');
  const mask = join(context.folder, 'request-mask');
  const body = join(context.folder, 'request-body.json');
  const pictureBytes = pngLike(REQUEST.picture);
  const maskBytes = pngLike(REQUEST.mask);
  await writeFile(picture, pictureBytes);
  await writeFile(mask, maskBytes);
  await writeFile(
    body,
    JSON.stringify({
      extra: { response_image_type: 'png' },
      image_file: pictureBytes.toString('base64'),
      mask_file: maskBytes.toString('base64'),
    }),
  );
  const raw: WorkReport[] = [];
  const client: WorkReport[] = [];
  for (let repetition = 0; repetition < context.repeat; repetition++) {
    context.say(`request: ${repetition + 1} of ${context.repeat}`);
    const answer = join(context.folder, 'request-answer');
    raw.push(...(await run('request-raw.ts', sink.baseUrl, body)));
    client.push(...(await run('request-client.ts', sink.baseUrl, picture, mask, answer)));
  }
  const rawTime = medianOf(raw, ({ wall }) => wall);
  const time = medianOf(client, ({ wall }) => wall);
  const block = medianOf(client, ({ longestBlock }) => longestBlock);
  return [
    {
      name: '30 MB as base64 in JSON: first byte read → answer',
      unit: 'ms',
      gesso: time,
      baseline: { name: 'the same body streamed raw', value: rawTime },
      bound: {
        text: `throughput ≥ ${REQUEST.bound} of raw`,
        isMet: rawTime / time >= REQUEST.bound,
      },
    },
    {
      name: '30 MB as base64 in JSON: longest block of the event loop',
      unit: 'ms',
      gesso: block,
      baseline: {
        name: 'the same body streamed raw',
        value: medianOf(raw, ({ longestBlock }) => longestBlock),
      },
      bound: {
        text: `≤ ${REQUEST.longestBlock} ms`,
        isMet: block <= REQUEST.longestBlock,
      },
    },
  ];
}

async function run(script: string, ...args: readonly string[]): Promise<readonly WorkReport[]> {
  const times = String(REQUEST.withinProcess);
  return JSON.parse(await runProcess(script, times, ...args)) as readonly WorkReport[];
}
