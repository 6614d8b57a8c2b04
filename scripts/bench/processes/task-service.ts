/**
 * A service that knows tasks only: those whose id begins with `clip` have succeeded, all others go on for
 * ever. Tells at `/stats` how it was asked.
 */
import { createServer, type ServerResponse } from 'node:http';

/** Bytes of a clip's file: the size of a long one. */
const CLIP_BYTES = 12_000_000;

const film = Buffer.alloc(CLIP_BYTES, 7);
Buffer.from('00000018667479706d703432', 'hex').copy(film); // the beginning of an MP4

let open = 0;
let most = 0;
let looks = 0;
/** When the answer about each clip had left, Unix ms with fractions. */
const answeredAt: Record<string, number> = {};
let origin = '';

/** All tasks take ten minutes from the start of the service. */
function progressNow() {
  const share = Math.min(0.99, performance.now() / 600_000);
  return { progress_percent: 100 * share, eta: Math.round(600 * (1 - share)) };
}

function answer(response: ServerResponse, body: unknown, onSent?: () => void): void {
  const text = JSON.stringify(body);
  const headers = { 'content-type': 'application/json', 'content-length': text.length };
  response.writeHead(200, headers).end(text, onSent);
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', origin);
  switch (url.pathname) {
    case '/stats':
      answer(response, { most, looks, answeredAt });
      return;
    case '/film':
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': CLIP_BYTES });
      response.end(film);
      return;
    case '/v3/async/task-result': {
      const taskId = url.searchParams.get('task_id') ?? '';
      looks += 1;
      open += 1;
      most = Math.max(most, open);
      const isDone = taskId.startsWith('clip');
      const task = isDone
        ? { task_id: taskId, status: 'TASK_STATUS_SUCCEED' }
        : { task_id: taskId, status: 'TASK_STATUS_PROCESSING', ...progressNow() };
      const videos = isDone ? [{ video_url: `${origin}/film`, video_type: 'mp4' }] : [];
      // a service is not at the other end of a wire without length
      setTimeout(() => {
        open -= 1;
        answer(response, { task, videos, images: [] }, () => {
          answeredAt[taskId] = performance.timeOrigin + performance.now();
        });
      }, 20);
      return;
    }
    default:
      answer(response, { data: [] });
  }
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address !== 'object' || address === null) return;
  origin = `http://127.0.0.1:${address.port}`;
  process.send?.(origin);
});
