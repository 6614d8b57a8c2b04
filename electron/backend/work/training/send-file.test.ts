import { appendFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { UploadTicket } from '../../../../shared/api/training-upload.ts';
import { AppError, type AppErrorKind } from '../../../../shared/errors/app-error.ts';
import { testFolder } from '../../../testing/test-folder.ts';
import type { ByteSource } from '../../service/client/index.ts';
import { NotSent, sendFile } from './send-file.ts';
import { createSendBuffers } from './unchanged-file.ts';

/** The end of one PUT: `half` and `whole` break the connection, the others are answers. */
type Answer = 'taken' | 'half' | 'whole' | 403 | 500 | 400;

const KINDS: Readonly<Record<403 | 500 | 400, AppErrorKind>> = {
  403: 'expired',
  500: 'service-failed',
  400: 'bad-answer',
};

let folder = '';
let path = '';

beforeEach(async () => {
  folder = testFolder();
  path = join(folder, 'a.png');
  await writeFile(path, Buffer.alloc(1_200_000, 7));
});

/** Sends the file; the storage answers the PUTs one after the other. */
async function send(answers: readonly Answer[], duringPut?: () => Promise<void>) {
  const left = [...answers];
  const puts: string[] = [];
  const finishing: string[] = [];
  let asked = 0;
  const client = {
    requestUpload(): Promise<UploadTicket> {
      asked += 1;
      return Promise.resolve({ assetId: String(asked), url: 'https://s.example/b', headers: {} });
    },
    async upload(ticket: UploadTicket, file: ByteSource) {
      puts.push(ticket.assetId);
      const answer = left.shift() ?? 'taken';
      let received = 0;
      for await (const chunk of file.open()) {
        received += chunk.byteLength;
        await duringPut?.();
        if (answer === 'half') throw broken();
      }
      expect(received).toBe(file.byteLength);
      if (answer === 'whole') throw broken();
      if (answer === 'taken' || answer === 'half') return;
      throw new AppError(KINDS[answer], '', { details: { status: answer } });
    },
  };
  const { size, mtimeMs } = await stat(path);
  const file = {
    path,
    name: 'a.png',
    byteLength: size,
    modifiedAt: mtimeMs,
    parts: [{ start: 0, end: size }],
    extension: 'png',
  } as const;
  const outcome = await sendFile(client, file, {
    signal: new AbortController().signal,
    breakWaits: [1, 1],
    buffers: createSendBuffers(),
    onFinishing(assetId) {
      finishing.push(assetId);
      return Promise.resolve();
    },
    onSent: () => undefined,
  }).catch((error: unknown) => error);
  return { outcome, puts, finishing };
}

function broken(): AppError {
  return new AppError('unreachable', '', { details: { request: 'sent' } });
}

function notSent(outcome: unknown): readonly [string, boolean] {
  if (!(outcome instanceof NotSent)) throw new Error(`It was sent: ${String(outcome)}`);
  return [outcome.error.kind, outcome.mayHaveArrived];
}

describe('sending a file', () => {
  it('requests one new address when the first is refused, and no third', async () => {
    expect(await send([403])).toEqual({ outcome: '2', puts: ['1', '2'], finishing: ['1', '2'] });
    const { outcome, puts } = await send([403, 403]);
    expect([notSent(outcome), puts]).toEqual([
      ['expired', false],
      ['1', '2'],
    ]);
  });

  it('requests a new address after each break in the middle, three in all', async () => {
    expect(await send(['half', 'half'])).toMatchObject({ outcome: '3', finishing: ['3'] });
    const { outcome, puts } = await send(['half', 500, 'half']);
    expect([notSent(outcome), puts]).toEqual([
      ['unreachable', false],
      ['1', '2', '3'],
    ]);
  });

  it('keeps its address once the storage may have the file', async () => {
    expect(await send(['whole', 500])).toMatchObject({ outcome: '1', puts: ['1', '1', '1'] });
    const refused = await send(['whole', 403]);
    expect([notSent(refused.outcome), refused.puts]).toEqual([
      ['expired', true],
      ['1', '1'],
    ]);
    const silent = await send(['whole', 'whole', 'whole']);
    expect([notSent(silent.outcome), silent.puts.length]).toEqual([['unreachable', true], 3]);
  });

  it('does not resend a file that the storage rejects', async () => {
    const { outcome, puts } = await send([400]);
    expect([notSent(outcome), puts]).toEqual([['bad-answer', false], ['1']]);
  });

  it('never sends the last bytes of a file that has changed', async () => {
    const grow = () => appendFile(path, 'x');
    const { outcome, puts, finishing } = await send(['taken'], grow);
    expect([notSent(outcome), puts, finishing]).toEqual([['damaged-file', false], ['1'], []]);
  });
});
