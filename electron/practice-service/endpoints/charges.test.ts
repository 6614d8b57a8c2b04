/** Every paid call is charged once, and a call that fails costs nothing. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drawPortrait } from '../testing/portraits.ts';
import { finishedUpscale, finishedVideo, objectIn } from '../testing/tasks.ts';
import { readJson, type Service, startService } from '../test-support.ts';

/** 1/10000 USD that the account has before each test. */
const BALANCE = 100_000;

let service: Service;
let picture: string;

beforeAll(async () => {
  service = await startService({ taskSpeed: 1000, isQuick: true });
  const portrait = await drawPortrait({
    width: 60,
    height: 80,
    x: 30,
    y: 34,
    halfWidth: 16,
    skin: '#e8b898',
    hair: '#3a2412',
    ground: '#7090b0',
    shirt: '#24507a',
  });
  picture = portrait.toString('base64');
});

beforeEach(async () => {
  await service.call('/practice/faults', { method: 'DELETE' });
  await service.post('/practice/ledger', { balance: BALANCE });
});

afterAll(async () => {
  await service.server.close();
});

async function spent(): Promise<number> {
  return BALANCE - Number((await readJson(await service.call('/practice/ledger')))['balance']);
}

function videoBody(model: 'SVD' | 'SVD-XT', extra?: object): object {
  return {
    model_name: model,
    image_file: picture,
    frames_num: model === 'SVD' ? 14 : 25,
    frames_per_second: 6,
    image_file_resize_mode: 'ORIGINAL_RESOLUTION',
    steps: 1,
    ...(extra === undefined ? {} : { extra }),
  };
}

const upscaleBody = (): object => ({
  image: picture,
  upscaler_1: 'Nearest',
  upscaling_resize: 2,
});

async function makeVideo(body: object): Promise<void> {
  const answer = await readJson(await service.post('/v3/async/img2video', body));
  await finishedVideo(service, answer['task_id']);
}

describe('paid calls', { timeout: 30_000 }, () => {
  it.each([
    ['/v3/cleanup', 170, () => ({ image_file: picture, mask_file: picture })],
    ['/v3/remove-text', 150, () => ({ image_file: picture })],
    ['/v3/merge-face', 24, () => ({ face_image_file: picture, image_file: picture })],
  ])('%s is charged once it has delivered', async (path, price, body) => {
    expect((await service.post(path, body())).status).toBe(200);
    expect(await spent()).toBe(price);
    expect((await service.post(path, {})).status).toBe(400);
    expect(await spent()).toBe(price);
  });

  it(
    'a video and an upscale are charged when they have succeeded',
    { tags: 'second' },
    async () => {
      await makeVideo(videoBody('SVD'));
      expect(await spent()).toBe(240);
      await makeVideo(videoBody('SVD-XT'));
      expect(await spent()).toBe(600);
      const answer = await readJson(await service.post('/v2/upscale', upscaleBody()));
      await finishedUpscale(service, objectIn(answer, 'data')['task_id']);
      expect(await spent()).toBe(735);
    },
  );

  it('a task that fails and a test of the webhook cost nothing', async () => {
    await service.post('/practice/faults', {
      path: '/v3/async/img2video',
      kind: 'task',
      end: 'failed',
    });
    await makeVideo(videoBody('SVD'));
    const test_mode = { enabled: true, return_task_status: 'TASK_STATUS_SUCCEED' };
    await makeVideo(videoBody('SVD', { webhook: { url: 'http://127.0.0.1:1/', test_mode } }));
    expect(await spent()).toBe(0);
  });

  it('are refused without a balance: 403, or code 7 in the envelope', async () => {
    await service.post('/practice/ledger', { balance: 0 });
    for (const [path, body] of [
      ['/v3/remove-text', { image_file: picture }],
      ['/v3/async/img2video', videoBody('SVD')],
    ] as const) {
      const response = await service.post(path, body);
      expect(response.status).toBe(403);
      expect((await readJson(response))['reason']).toBe('BILLING_BALANCE_NOT_ENOUGH');
    }
    const response = await service.post('/v2/upscale', upscaleBody());
    expect(response.status).toBe(200);
    expect((await readJson(response))['code']).toBe(7);
  });
});
