/** Can be held at each step of a call over real HTTP, and counts every paid call that reached it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from './listen.ts';
import { answerBody, SERVICE_KEY } from './scripted-service.ts';

/** Points at which a call can be held. Paid calls pass the first three. */
const STEPS = [
  'paid call: head is here',
  'paid call: body is here',
  'paid call: half of the answer is out',
  'paid call: answer is out',
  'look: asked',
  'look: answered',
  'file: asked',
  'file: half of it is out',
  'file: it is out',
] as const;
export type Step = (typeof STEPS)[number];

/** A video that is never played: its first bytes say what it is. */
const VIDEO = Buffer.concat([
  Buffer.from('\0\0\0\u0018ftypmp42', 'latin1'),
  Buffer.alloc(90_000, 7),
]);

/** @param picture the answer to every call, and every file that is no video */
export async function startSteppingService(picture: Uint8Array) {
  let paid = 0;
  let host = '';

  async function answer(response: ServerResponse, body: string | Uint8Array, type: string) {
    const bytes = Buffer.from(body);
    const middle = Math.floor(bytes.length / 2);
    response.writeHead(200, { 'content-type': type, 'content-length': bytes.length });
    await write(response, bytes.subarray(0, middle));
    return async () => {
      response.end(bytes.subarray(middle));
      await new Promise((resolve) => response.once('close', resolve));
    };
  }

  async function takePaid(message: IncomingMessage, response: ServerResponse, path: string) {
    paid += 1;
    await service.onStep('paid call: head is here');
    for await (const chunk of message) void chunk;
    await service.onStep('paid call: body is here');
    const rest = await answer(response, bodyOf(path, picture, host), 'application/json');
    await service.onStep('paid call: half of the answer is out');
    await rest();
    await service.onStep('paid call: answer is out');
  }

  async function look(response: ServerResponse, path: string) {
    await service.onStep('look: asked');
    const rest = await answer(response, bodyOf(path, picture, host), 'application/json');
    await rest();
    await service.onStep('look: answered');
  }

  async function file(message: IncomingMessage, response: ServerResponse, path: string) {
    if (message.method === 'PUT') {
      await service.onStep('file: asked');
      for await (const chunk of message) void chunk;
      await service.onStep('file: half of it is out');
      response.end();
      await service.onStep('file: it is out');
      return;
    }
    await service.onStep('file: asked');
    const isVideo = path.endsWith('.mp4');
    const rest = await answer(response, isVideo ? VIDEO : picture, 'application/octet-stream');
    await service.onStep('file: half of it is out');
    await rest();
    await service.onStep('file: it is out');
  }

  async function handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(message.url ?? '/', 'http://service').pathname;
    if (path.startsWith('/storage/')) return await file(message, response, path);
    if (message.headers.authorization !== `Bearer ${SERVICE_KEY}`) {
      response.writeHead(401).end('{"code": 401, "reason": "INVALID_API_KEY", "message": "No."}');
      return;
    }
    if (message.method === 'POST') return await takePaid(message, response, path);
    return await look(response, path);
  }

  const server = createServer((message, response) => {
    message.on('error', () => undefined);
    response.on('error', () => undefined);
    handle(message, response).catch(() => response.destroy());
  });
  const running = await listen(server);
  host = new URL(running.baseUrl).host;
  const service = {
    ...running,
    key: SERVICE_KEY,
    /** Paid calls so far, counted when their head arrives. */
    paidCalls: () => paid,
    /** Called at each step; the call goes on when it resolves. */
    onStep: (_step: Step): Promise<void> | void => undefined,
  };
  return service;
}

/** The answer of each path, as the specification has it. */
function bodyOf(path: string, picture: Uint8Array, host: string): string {
  const storage = `http://${host}/storage`;
  switch (path) {
    case '/v3/remove-text':
    case '/v3/merge-face':
    case '/v3/cleanup':
      return answerBody(picture);
    case '/v3/async/img2video':
      return JSON.stringify({ task_id: 'task-of-a-video' });
    case '/v3/async/task-result':
      return JSON.stringify({
        task: { task_id: 'task-of-a-video', status: 'TASK_STATUS_SUCCEED', reason: '' },
        images: [],
        videos: [{ video_url: `${storage}/a.mp4`, video_url_ttl: '3600', video_type: 'mp4' }],
      });
    case '/v2/upscale':
      return JSON.stringify({
        code: 0,
        msg: '',
        data: { task_id: 'task-of-an-upscale', warn: '' },
      });
    case '/v2/progress':
      return JSON.stringify({
        code: 0,
        msg: '',
        data: { status: 2, progress: 1, eta_relative: 0, imgs: [`${storage}/a.png`] },
      });
    case '/v3/assets/training_dataset':
      return JSON.stringify({
        assets_id: 12,
        upload_url: `${storage}/12?X-Amz-Signature=a`,
        method: 'PUT',
        headers: { Host: { values: [host] } },
      });
    default:
      return '{"data": []}';
  }
}

function write(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    response.flushHeaders();
    response.write(bytes, () => resolve());
  });
}
