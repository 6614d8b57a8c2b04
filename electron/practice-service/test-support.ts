import sharp from 'sharp';
import { DEVELOPMENT_MODELS } from '../perception/model-files.ts';
import { createPicturePools, createPracticeServer, type PracticeServerOptions } from './server.ts';
import { type CallRecord, createSteering } from './testing/steering.ts';

export type Service = Awaited<ReturnType<typeof startService>>;

export const TEST_KEY = 'practice-key';

/** By `isQuick`. */
const sharedPools = new Map<boolean, ReturnType<typeof createPicturePools>>();

/** Shared by all services of this process: each worker reads some fifty modules. */
function poolsOf(isQuick: boolean) {
  const pools =
    sharedPools.get(isQuick) ?? createPicturePools({ isQuick, models: DEVELOPMENT_MODELS });
  sharedPools.set(isQuick, pools);
  return pools;
}

export async function startService({
  key = TEST_KEY,
  ...options
}: Partial<Omit<PracticeServerOptions, 'models' | 'pools'>> = {}) {
  const server = createPracticeServer({
    key,
    intercept: createSteering(),
    pools: poolsOf(options.isQuick ?? false),
    ...options,
  });
  const { port } = await server.listen(0);
  const url = `http://127.0.0.1:${port}`;
  const call = (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${key}`);
    return fetch(`${url}${path}`, { ...init, headers });
  };
  const headers = { 'content-type': 'application/json' };
  return {
    url,
    server,
    call,
    post: (path: string, body: unknown): Promise<Response> =>
      call(path, { method: 'POST', body: JSON.stringify(body), headers }),
    records: async () =>
      (await readJson(await call('/practice/requests')))['requests'] as readonly CallRecord[],
    sent: async (record: { readonly id: number } | undefined) =>
      readJson(await call(`/practice/requests/${record?.id}`)),
  };
}

export async function readJson(response: Response): Promise<Record<string, unknown>> {
  return (await response.json()) as Record<string, unknown>;
}

/** A PNG of grey levels of one byte a pixel, or of RGB with three. */
function encodePng(samples: Uint8Array, width: number, height: number): Promise<Buffer> {
  const channels = samples.length === width * height ? 1 : 3;
  return sharp(samples, { raw: { width, height, channels } })
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .png()
    .toBuffer();
}

/** A test photo: a soft pattern with every value different enough to notice a change. */
export function patternPng(width: number, height: number): Promise<Buffer> {
  const samples = Uint8Array.from({ length: width * height * 3 }, (_none, index) => {
    const pixel = Math.floor(index / 3);
    return (pixel * 7 + (index % 3) * 60 + Math.floor(pixel / width) * 3) % 251;
  });
  return encodePng(samples, width, height);
}

/** The body of a cleanup of a test photo, with a hole from a quarter to the half of each side. */
export async function cleanupBody(width: number, height: number) {
  const isIn = (at: number, side: number): boolean => at >= side / 4 && at < side / 2;
  const mask = Uint8Array.from({ length: width * height }, (_none, at) =>
    isIn(at % width, width) && isIn(Math.floor(at / width), height) ? 255 : 0,
  );
  const [image, hole] = [await patternPng(width, height), await encodePng(mask, width, height)];
  return { image_file: image.toString('base64'), mask_file: hole.toString('base64') };
}
