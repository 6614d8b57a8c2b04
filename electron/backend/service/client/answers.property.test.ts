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
type Call = (client: ServiceClient, place: Place, baseUrl: string) => Promise<unknown>;

const type = { responseType: 'png' } as const;
const edited = { image: PICTURE, imageSize: SIZE, ...type };
const faces = { face: PICTURE, faceSize: SIZE, picture: PICTURE, pictureSize: SIZE, ...type };
const parameters = { model: 'SVD', resizeMode: 'ORIGINAL_RESOLUTION', steps: 1 } as const;
const video = { image: PICTURE, imageSize: SIZE, parameters };
const size = { mode: 'factor', factor: 2 } as const;
const upscale = { image: PICTURE, parameters: { upscaler: 'x', size } };
const training = { file: PICTURE, extension: 'png' } as const;
const limits = { maxBytes: 1000, accept: ['png'] } as const;
const ENVELOPE = { code: 0, msg: '', data: { task_id: 't', warn: '' } };

/** Every operation, with a good answer to it. */
const OPERATIONS: Readonly<Record<string, readonly [good: unknown, call: Call]>> = {
  cleanup: [EDITED, (c, place) => c.cleanup({ image: PICTURE, mask: PICTURE, ...type }, place)],
  removeText: [EDITED, (c, place) => c.removeText(edited, place)],
  mergeFace: [EDITED, (c, place) => c.mergeFace(faces, place)],
  submitVideo: [{ task_id: 't' }, (c) => c.submitVideo(video)],
  taskResult: [TASK, (c) => c.taskResult('t')],
  submitUpscale: [ENVELOPE, (c) => c.submitUpscale(upscale)],
  progress: [PROGRESS, (c) => c.progress('t')],
  requestUpload: [TICKET, (c) => c.requestUpload('png')],
  uploadTrainingImage: [TICKET, (c) => c.uploadTrainingImage(training)],
  upload: [{}, (c, _, url) => c.upload({ assetId: '1', url: `${url}/u`, headers: {} }, PICTURE)],
  listBills: [{ bills: [BILL] }, (c) => c.listBills({ cycle: 'Day', category: 'gpu' })],
  listModels: [{ data: [{ id: 'm', created: 5 }] }, (c) => c.listModels()],
  checkKey: [{ data: [{ id: 'm' }], task: {} }, (c) => c.checkKey()],
  download: [{}, (c, place, url) => c.download(`${url}/o`, { ...place, ...limits })],
};

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
    expect(Object.keys(OPERATIONS).toSorted()).toEqual(all.toSorted());
  });

  for (const [name, [good, call]] of Object.entries(OPERATIONS)) {
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
