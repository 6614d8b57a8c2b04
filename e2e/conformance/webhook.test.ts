/** "Events" 1: the webhook of a video call. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectField } from './support/answers.ts';
import { textAt } from './support/json.ts';
import { get } from './support/http.ts';
import { plainPicture } from './support/pictures.ts';
import { serviceOfFile, steer } from './support/service.ts';
import { submitVideo, videoBody } from './support/video-tasks.ts';

/** A call received by the owner of the webhook. */
interface Delivery {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly json: unknown;
}

const service = serviceOfFile();
let picture: string;
let receiver: Server;
let url: string;
let deliveries: Delivery[];
/** Status of the next answers; 204 when there are none left. */
let statuses: number[];

beforeAll(async () => {
  picture = await plainPicture(64, 48);
});

beforeEach(async () => {
  deliveries = [];
  statuses = [];
  receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method = '', url: target = '', headers } = request;
      const json: unknown = JSON.parse(Buffer.concat(parts).toString());
      deliveries.push({ method, target, headers, json });
      response.writeHead(statuses.shift() ?? 204).end();
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  const address = receiver.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});

afterEach(async () => {
  receiver.closeAllConnections();
  await new Promise((done) => receiver.close(done));
});

function submit(webhook: Readonly<Record<string, unknown>>): Promise<string> {
  return submitVideo(service, { ...videoBody(picture), extra: { webhook } });
}

async function delivered(count = 1): Promise<Delivery> {
  await expect.poll(() => deliveries.length).toBe(count);
  const last = deliveries.at(-1);
  if (last === undefined) throw new Error('Nothing was delivered.');
  return last;
}

describe('extra.webhook', () => {
  it('names a callback address that receives the result, and not the key', async () => {
    const task = await submit({ url: `${url}/videos/done?of=gesso` });
    const delivery = await delivered();
    expect(delivery).toMatchObject({ method: 'POST', target: '/videos/done?of=gesso' });
    expect(delivery.headers['content-type']).toMatch(/^application\/json/u);
    expect(textAt(delivery.json, 'event_type')).toBe('ASYNC_TASK_RESULT');
    expect(textAt(delivery.json, 'payload.task.task_id')).toBe(task);
    expect(textAt(delivery.json, 'payload.task.status')).toBe('TASK_STATUS_SUCCEED');
    expectField(delivery.json, ['payload.videos[].video_url', 'string']);
    expectField(delivery.json, ['payload.videos[].video_url_ttl', 'string']);
    expect(JSON.stringify(delivery)).not.toContain(service.key);
  });

  it('is called again after a failed answer', async () => {
    statuses = [500];
    const task = await submit({ url });
    expect(textAt((await delivered(2)).json, 'payload.task.task_id')).toBe(task);
  });

  it('is called for a failure', async () => {
    const fault = { path: '/v3/async/img2video', kind: 'task', end: 'failed', reason: 'No light.' };
    await steer(service, '/practice/faults', fault);
    await submit({ url });
    const { json } = await delivered();
    expect(textAt(json, 'payload.task.status')).toBe('TASK_STATUS_FAILED');
    expect(textAt(json, 'payload.task.reason')).toBe('No light.');
  });
});

describe('extra.webhook.test_mode', () => {
  it.each(['TASK_STATUS_SUCCEED', 'TASK_STATUS_FAILED'])(
    'when enabled, delivers the return_task_status %s',
    async (status) => {
      const task = await submit({ url, test_mode: { enabled: true, return_task_status: status } });
      const { json } = await delivered();
      expect(textAt(json, 'payload.task.task_id')).toBe(task);
      expect(textAt(json, 'payload.task.status')).toBe(status);
      const result = await get(service, '/v3/async/task-result', { task_id: task });
      expect(textAt(result.json, 'task.status')).toBe(status);
    },
  );

  it('when not enabled, changes nothing', async () => {
    await submit({ url, test_mode: { enabled: false, return_task_status: 'TASK_STATUS_FAILED' } });
    const { json } = await delivered();
    expect(textAt(json, 'payload.task.status')).toBe('TASK_STATUS_SUCCEED');
  });
});
