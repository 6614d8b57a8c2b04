/** Tests every operation but the language models' against the practice service. */
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amountIn, type SentAmount } from '../../../../shared/api/bill-money.ts';
import { BILL_CATEGORIES } from '../../../../shared/api/billing.ts';
import { splitBillRange } from '../../../../shared/api/bill-periods.ts';
import {
  addDecimals,
  compareDecimals,
  type ExactDecimal,
} from '../../../../shared/api/exact-decimal.ts';
import type { TaskResult } from '../../../../shared/api/tasks.ts';
import { startService, testKey, type Service } from '../../../testing/practice-service.ts';
import { testFolder } from '../../../testing/test-folder.ts';
import { byteSourceOfBytes, type ByteSource } from './http/byte-source.ts';
import { createServiceClient, type ServiceClient } from './http-client.ts';
import { failureOf } from './testing/client-bench.ts';

const SIZE = { width: 96, height: 64 };
const folder = testFolder();
let service: Service;
let client: ServiceClient;
let photo: ByteSource;

beforeAll(async () => {
  service = await startService({ taskSpeed: 50 });
  client = createServiceClient({ baseUrl: service.url, key: testKey }, { environment: {} });
  const { width, height } = SIZE;
  const noise = { type: 'gaussian', mean: 120, sigma: 20 } as const;
  const png = await sharp({ create: { width, height, channels: 3, background: 'grey', noise } })
    .png()
    .toBuffer();
  photo = byteSourceOfBytes(png);
});
afterAll(async () => {
  client.close();
  await service.server.close();
});

/** Looks until the task is over. */
async function finished(look: () => Promise<TaskResult>): Promise<TaskResult> {
  let task = await look();
  await expect
    .poll(async () => {
      task = await look();
      return task.status;
    })
    .toMatch(/^(?:succeeded|failed)$/u);
  return task;
}

const ZERO: ExactDecimal = { value: 0n, scale: 0 };

function sumOf(amounts: readonly ExactDecimal[]): ExactDecimal {
  return amounts.reduce(addDecimals, ZERO);
}

function place(name: string) {
  return { answerPath: join(folder, name) };
}

describe('the practice service', () => {
  it('cleans up, removes text and merges faces', async () => {
    const { width, height } = SIZE;
    const black = sharp({ create: { width, height, channels: 3, background: 'black' } });
    const mask = byteSourceOfBytes(await black.toColourspace('b-w').png().toBuffer());
    const cleaned = await client.cleanup(
      { image: photo, mask, imageSize: SIZE, responseType: 'webp' },
      place('cleanup'),
    );
    expect(cleaned.imageType).toBe('webp');
    expect(await sharp(cleaned.path).metadata()).toMatchObject(SIZE);
    const read = await client.removeText(
      { image: photo, imageSize: SIZE, responseType: 'jpeg' },
      place('remove-text'),
    );
    expect(read.imageType).toBe('jpeg');
    expect(await sharp(read.path).metadata()).toMatchObject(SIZE);
    const request = {
      face: photo,
      faceSize: SIZE,
      picture: photo,
      pictureSize: SIZE,
      responseType: 'png',
    } as const;
    // Noise has no face; whether it says so or merges all the same, both sides agree on the words.
    const merged = await client
      .mergeFace(request, place('merge-face'))
      .catch((error: unknown) => error);
    expect(merged).toMatchObject(
      merged instanceof Error
        ? { details: { reason: 'IMAGE_NO_FACE_DETECTED' } }
        : { imageType: 'png' },
    );
  });

  it('makes a video that is polled and downloaded', async () => {
    const { taskId } = await client.submitVideo({
      image: photo,
      imageSize: SIZE,
      parameters: { model: 'SVD', resizeMode: 'ORIGINAL_RESOLUTION', steps: 1, seed: 5 },
    });
    const task = await finished(() => client.taskResult(taskId));
    expect(task).toMatchObject({ taskId, status: 'succeeded', progress: 1, seed: '5' });
    const [file] = task.files;
    expect(file?.mediaHint).toBe('mp4');
    expect(file?.expiresAt).toBeGreaterThan(Date.now());
    const options = { ...place('video'), maxBytes: 1e8, accept: ['mp4'] } as const;
    expect(await client.download(file?.url ?? '', options)).toMatchObject({ kind: 'mp4' });
    expect((await failureOf(client.taskResult('no-such-task'))).kind).toBe('not-found');
  });

  it('enlarges a picture that is polled and downloaded', async () => {
    const { taskId } = await client.submitUpscale({
      image: photo,
      parameters: { upscaler: 'ESRGAN_4x', size: { mode: 'factor', factor: 2 } },
    });
    const task = await finished(() => client.progress(taskId));
    expect(task).toMatchObject({ taskId, status: 'succeeded' });
    const options = {
      ...place('upscale'),
      maxBytes: 1e8,
      accept: ['png', 'jpeg', 'webp'],
    } as const;
    const { path } = await client.download(task.files[0]?.url ?? '', options);
    expect(await sharp(path).metadata()).toMatchObject({ width: 192, height: 128 });
    expect((await failureOf(client.progress('no-such-task'))).kind).toBe('not-found');
  });

  it('accepts a training picture', async () => {
    const { assetId } = await client.uploadTrainingImage({ file: photo, extension: 'png' });
    expect(assetId).not.toBe('');
  });

  it('bills completed calls, with the summary as the exact total', async () => {
    const now = Math.floor(Date.now() / 1000);
    const [period] = splitBillRange('Day', now, now + 1);
    const inUnits = (sent: SentAmount) => amountIn(sent, 'units').exact;
    const totals = new Map<string, ExactDecimal>();
    for (const category of BILL_CATEGORIES) {
      const rows = await client.listBills({ cycle: 'Day', category, ...period });
      totals.set(category, sumOf(rows.map(({ amount }) => inUnits(amount))));
      for (const { amount, voucherAmount, payAmount } of rows) {
        const parts = addDecimals(inUnits(voucherAmount), inUnits(payAmount));
        expect(compareDecimals(parts, inUnits(amount))).toBe(0);
      }
    }
    const { summary, ...parts } = Object.fromEntries(totals);
    expect(compareDecimals(sumOf(Object.values(parts)), summary ?? ZERO)).toBe(0);
    expect(compareDecimals(totals.get('gen_api') ?? ZERO, ZERO)).toBeGreaterThan(0);
  });

  it('lists its models and accepts its key', async () => {
    expect((await client.listModels()).length).toBeGreaterThan(0);
    expect((await client.checkKey()).checkedBy).toBe('models');
  });
});
