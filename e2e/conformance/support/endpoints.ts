/** Every endpoint of the specification with the smallest call that it accepts. */
import { expectAccepted } from './answers.ts';
import { textAt } from './json.ts';
import { get, post, type CallOptions, type Reply } from './http.ts';
import { maskWithSquare, plainPicture, portrait } from './pictures.ts';
import type { Service } from './service.ts';
import { videoBody } from './video-tasks.ts';

/** What the smallest calls refer to. */
export interface Context {
  readonly service: Service;
  readonly picture: string;
  readonly mask: string;
  readonly face: string;
  readonly videoTask: string;
  readonly upscaleTask: string;
  readonly model: string;
}

export interface Endpoint {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  call(context: Context, options?: CallOptions): Promise<Reply>;
}

/** The required fields of `POST /v2/upscale` are not shown: the picture, a name and a size. */
export function upscaleBody(image: string): Readonly<Record<string, unknown>> {
  return { image, upscaler_1: 'R-ESRGAN 4x+', resize_mode: 0, upscaling_resize: 2 };
}

/** In the order of the specification. */
export const ENDPOINTS: readonly Endpoint[] = [
  posted('/v3/async/img2video', ({ picture }) => videoBody(picture)),
  got('/v3/async/task-result', ({ videoTask }) => ({ task_id: videoTask })),
  posted('/v3/remove-text', ({ picture }) => ({ image_file: picture })),
  posted('/v3/cleanup', ({ picture, mask }) => ({ image_file: picture, mask_file: mask })),
  posted('/v3/merge-face', ({ face }) => ({ face_image_file: face, image_file: face })),
  posted('/v2/upscale', ({ picture }) => upscaleBody(picture)),
  got('/v2/progress', ({ upscaleTask }) => ({ task_id: upscaleTask })),
  posted('/v3/assets/training_dataset', () => ({ file_extension: 'png' })),
  got('/v3/openai/models', () => ({})),
  got('/openapi/v1/billing/bill/list', () => ({ cycleType: 'Month', productCategory: 'llm' })),
  posted('/v3/openai/completions', ({ model }) => ({ model, prompt: 'A', max_tokens: 1 })),
  posted('/v3/chat/completions', ({ model }) => ({
    model,
    messages: [{ role: 'user', content: 'Hello' }],
  })),
];

/** Makes what the smallest calls refer to. */
export async function createContext(service: Service): Promise<Context> {
  const picture = await plainPicture(64, 48);
  const video = await post(service, '/v3/async/img2video', videoBody(picture));
  expectAccepted(video);
  const upscale = await post(service, '/v2/upscale', upscaleBody(picture));
  expectAccepted(upscale);
  return {
    service,
    picture,
    mask: await maskWithSquare(64, 48),
    face: await portrait(24, 24),
    videoTask: textAt(video.json, 'task_id'),
    upscaleTask: textAt(upscale.json, 'data.task_id'),
    model: await anyModel(service),
  };
}

/** A model that completes. */
export async function anyModel(service: Service): Promise<string> {
  return textAt((await get(service, '/v3/openai/models')).json, 'data[].id');
}

function posted(path: string, body: (context: Context) => unknown): Endpoint {
  return {
    method: 'POST',
    path,
    call: (context, options) => post(context.service, path, body(context), options),
  };
}

function got(
  path: string,
  query: (context: Context) => Readonly<Record<string, string>>,
): Endpoint {
  return {
    method: 'GET',
    path,
    call: (context, options) => get(context.service, path, query(context), options),
  };
}
