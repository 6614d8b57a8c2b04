/** Video calls: the smallest body that the specification allows, and tasks followed to their end. */
import { setTimeout as sleep } from 'node:timers/promises';
import { textAt, valueAt } from './json.ts';
import { exchange, get, post, type Reply } from './http.ts';
import { readVideo, type Video } from './mp4.ts';
import type { Service } from './service.ts';

/** `POST /v3/async/img2video`. */
export const VIDEO_PATH = '/v3/async/img2video';

/** Frames of each model. */
export const FRAMES = { 'SVD-XT': 25, SVD: 14 } as const;

/** A body with the required fields and nothing else. */
export function videoBody(image: string): Readonly<Record<string, unknown>> {
  return {
    model_name: 'SVD',
    image_file: image,
    frames_num: FRAMES.SVD,
    frames_per_second: 6,
    image_file_resize_mode: 'ORIGINAL_RESOLUTION',
    steps: 1,
  };
}

/** Submits a video and returns its task. @throws Error when it is not accepted */
export async function submitVideo(service: Service, body: unknown): Promise<string> {
  const reply = await post(service, VIDEO_PATH, body);
  return textAt(reply.json, 'task_id');
}

/** `GET /v3/async/task-result`, until the task has succeeded. @throws Error when it fails */
export async function successOf(service: Service, taskId: string): Promise<Reply> {
  for (;;) {
    const reply = await get(service, '/v3/async/task-result', { task_id: taskId });
    const status = valueAt(reply.json, 'task.status');
    if (status === 'TASK_STATUS_SUCCEED') return reply;
    if (status === 'TASK_STATUS_FAILED') throw new Error(`The task failed: ${reply.text}`);
    await sleep(20);
  }
}

/** Downloads a file by its address alone. */
export function download(url: string): Promise<Reply> {
  return exchange(url, 'GET', {}, undefined);
}

/** Makes a video and reads the file. */
export async function makeVideo(service: Service, body: unknown): Promise<Video> {
  const result = await successOf(service, await submitVideo(service, body));
  const { bytes } = await download(textAt(result.json, 'videos[].video_url'));
  return readVideo(bytes);
}
