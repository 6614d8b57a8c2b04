/** Tests that a call gives a result or an AppError for any answer over real HTTP. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byDepth } from '../../../testing/depth.ts';
import { APP_ERROR_KINDS, AppError } from '../../../../shared/errors/app-error.ts';
import { byteSourceOfBytes } from './http/byte-source.ts';
import type { ServiceClient } from './http-client.ts';
import { oddAnswers, type OddAnswer } from './testing/answer-mutations.ts';
import { BENCH_KEY, startClientBench } from './testing/client-bench.ts';
import { fakePng } from './testing/pictures.ts';
import type { Behaviour } from './testing/quirky-server.ts';

const PICTURE = byteSourceOfBytes(fakePng(60));
const SIZE = { width: 10, height: 10 };
const EDITED = { image_file: fakePng(90).toString('base64'), image_type: 'png' };
const ERRORS: readonly unknown[] = [
  { code: 400, reason: 'INVALID_REQUEST_BODY', message: 'm', metadata: { a: 'b' } },
  { error: { message: 'm', code: 'INVALID_API_KEY' } },
  { code: 6, msg: 'range' },
];
const TASK = {
  extra: { seed: '1' },
  task: { task_id: 't', status: 'TASK_STATUS_SUCCEED', reason: '', eta: 1, progress_percent: 50 },
  images: [
    { image_url: 'https://h/a', image_url_ttl: '5', nsfw_detection_result: { valid: true } },
  ],
  videos: [{ video_url: 'https://h/v', video_url_ttl: '0', video_type: 'mp4' }],
};
const PROGRESS = {
  code: 0,
  msg: '',
  data: { status: 2, progress: 1, imgs: ['https://h/i'], current_images: null, debug_info: {} },
};
const BILL = {
  amount: '1',
  amountDecimal: '1.5',
  pricePrecision: '10',
  startTime: '5',
  billNum0: 1,
};
const TICKET = { assets_id: 1, upload_url: 'https://h/u', method: 'PUT', headers: { Host: {} } };

type Place = { readonly answerPath: string };

/** Every operation, with a good answer to it. */
const OPERATIONS: readonly (readonly [
  name: string,
  good: unknown,
  call: (client: ServiceClient, place: Place, baseUrl: string) => Promise<unknown>,
])[] = [
  [
    'cleanup',
    EDITED,
    (client, place) =>
      client.cleanup({ image: PICTURE, mask: PICTURE, responseType: 'png' }, place),
  ],
  [
    'removeText',
    EDITED,
    (client, place) =>
      client.removeText({ image: PICTURE, imageSize: SIZE, responseType: 'png' }, place),
  ],
  [
    'mergeFace',
    EDITED,
    (client, place) =>
      client.mergeFace(
        {
          face: PICTURE,
          faceSize: SIZE,
          picture: PICTURE,
          pictureSize: SIZE,
          responseType: 'png',
        },
        place,
      ),
  ],
  [
    'submitVideo',
    { task_id: 't' },
    (client) =>
      client.submitVideo({
        image: PICTURE,
        imageSize: SIZE,
        parameters: { model: 'SVD', resizeMode: 'ORIGINAL_RESOLUTION', steps: 1 },
      }),
  ],
  ['taskResult', TASK, (client) => client.taskResult('t')],
  [
    'submitUpscale',
    { code: 0, msg: '', data: { task_id: 't', warn: '' } },
    (client) =>
      client.submitUpscale({
        image: PICTURE,
        parameters: { upscaler: 'x', size: { mode: 'factor', factor: 2 } },
      }),
  ],
  ['progress', PROGRESS, (client) => client.progress('t')],
  ['requestUpload', TICKET, (client) => client.requestUpload('png')],
  [
    'uploadTrainingImage',
    TICKET,
    (client) => client.uploadTrainingImage({ file: PICTURE, extension: 'png' }),
  ],
  [
    'upload',
    {},
    (client, _place, baseUrl) =>
      client.upload({ assetId: '1', url: `${baseUrl}/u`, headers: {} }, PICTURE),
  ],
  ['listBills', { bills: [BILL] }, (client) => client.listBills({ cycle: 'Day', category: 'gpu' })],
  ['listModels', { data: [{ id: 'm', created: 5 }] }, (client) => client.listModels()],
  ['checkKey', { data: [{ id: 'm' }], task: {} }, (client) => client.checkKey()],
  [
    'download',
    {},
    (client, { answerPath }, baseUrl) =>
      client.download(`${baseUrl}/o`, { answerPath, maxBytes: 1000, accept: ['png'] }),
  ],
];

function sending(answer: () => OddAnswer): Behaviour {
  return async (request, response) => {
    await request.body;
    const { status, headers, body, cutAfter } = answer();
    response.writeHead(status, { ...headers, 'content-length': String(body.length) });
    if (cutAfter === undefined || cutAfter >= body.length) response.end(body);
    else response.write(body.subarray(0, cutAfter), () => request.socket.destroy());
  };
}

describe('an operation of the service', () => {
  it('is covered here, every one', async () => {
    // `close` makes no call; the language models' have their own test.
    const streams = ['streamCompletion', 'complete', 'streamChat', 'chat'];
    const others = new Set([...streams, 'now', 'close', 'retire']);
    await using bench = await startClientBench(() => undefined);
    const all = Object.keys(bench.client).filter((name) => !others.has(name));
    expect(OPERATIONS.map(([name]) => name).toSorted()).toEqual(all.toSorted());
  });

  for (const [name, good, call] of OPERATIONS) {
    it(`S22 ends in a result or an AppError for any answer: ${name}`, async () => {
      let current: OddAnswer = { status: 200, headers: {}, body: Buffer.alloc(0), cutAfter: 0 };
      await using bench = await startClientBench(sending(() => current));
      const place = { answerPath: join(bench.folder, 'answer') };
      await fc.assert(
        fc.asyncProperty(oddAnswers([good, good, good, ...ERRORS]), async (answer) => {
          current = answer;
          const error = await call(bench.client, place, bench.server.baseUrl).then(
            () => undefined,
            (thrown: unknown) => thrown,
          );
          if (error === undefined) return;
          expect(error).toBeInstanceOf(AppError);
          if (!(error instanceof AppError)) return;
          expect(APP_ERROR_KINDS).toContain(error.kind);
          expect(error.kind, JSON.stringify(error.toData())).not.toBe('unexpected');
          expect(error.message).toMatch(/^\S.*[.!?]$/su);
          expect(JSON.stringify(error.toData())).not.toContain(BENCH_KEY);
          expect(await readdir(bench.folder)).not.toContain('answer.part');
        }),
        { numRuns: byDepth(60, 240) },
      );
    });
  }
});
