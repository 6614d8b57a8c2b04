/** A service to test against, and pictures to send it. */
import sharp from 'sharp';
import { DEVELOPMENT_MODELS } from '../perception/model-files.ts';
import {
  createPicturePools,
  createPracticeServer,
  type PicturePools,
  type PracticeServer,
  type PracticeServerOptions,
} from './server.ts';
import { createSteering } from './steering/index.ts';

/** A practice service that a test talks to over HTTP. */
export interface Service {
  readonly url: string;
  readonly server: PracticeServer;
  /** A request with the right key. */
  call(path: string, init?: RequestInit): Promise<Response>;
  /** A POST with the right key and a JSON body. */
  post(path: string, body: unknown, init?: RequestInit): Promise<Response>;
  /** The records of the request log. */
  records(): Promise<readonly Record<string, unknown>[]>;
}

/** The key of every service that a test starts. */
export const TEST_KEY = 'practice-key';

/** By `isQuick`. */
const sharedPools = new Map<boolean, PicturePools>();

/**
 * The picture workers of all services that the tests of this process start one after another: each worker
 * reads some fifty modules, sharp and where it looks for text OpenCV. They end when they have been idle.
 */
function poolsOf(isQuick: boolean): PicturePools {
  const pools =
    sharedPools.get(isQuick) ?? createPicturePools({ isQuick, models: DEVELOPMENT_MODELS });
  sharedPools.set(isQuick, pools);
  return pools;
}

/** Starts a service on a free port. */
export async function startService(
  options: Omit<PracticeServerOptions, 'key' | 'models' | 'pools'> = {},
): Promise<Service> {
  const server = createPracticeServer({
    key: TEST_KEY,
    steering: createSteering(),
    pools: poolsOf(options.isQuick ?? false),
    ...options,
  });
  const { port } = await server.listen(0);
  const url = `http://127.0.0.1:${port}`;
  const call = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${TEST_KEY}`, ...asRecord(init.headers) },
    });
  return {
    url,
    server,
    call,
    post: (path, body, init = {}) =>
      call(path, {
        method: 'POST',
        body: JSON.stringify(body),
        ...init,
        headers: { 'content-type': 'application/json', ...asRecord(init.headers) },
      }),
    records: async () => {
      const body = await readJson(await call('/practice/requests'));
      return Array.isArray(body['requests']) ? body['requests'] : [];
    },
  };
}

/** The JSON object of an answer. */
export async function readJson(response: Response): Promise<Record<string, unknown>> {
  const body: unknown = await response.json();
  if (typeof body !== 'object' || body === null) throw new Error('The answer is not an object.');
  return Object.fromEntries(Object.entries(body));
}

/** The image of a cleanup's answer. */
export async function readImage(response: Response): Promise<Buffer> {
  const { image_file: file } = await readJson(response);
  if (typeof file !== 'string') throw new Error('The answer has no image_file.');
  return Buffer.from(file, 'base64');
}

/** Samples of a test photo: a soft pattern with every value different enough to notice a change. */
export function patternSamples(width: number, height: number, channels: number): Uint8Array {
  return Uint8Array.from({ length: width * height * channels }, (_none, index) => {
    const pixel = Math.floor(index / channels);
    return (pixel * 7 + (index % channels) * 60 + Math.floor(pixel / width) * 3) % 251;
  });
}

/** A PNG of samples. */
export function encodePng(
  samples: Uint8Array | Uint16Array,
  width: number,
  height: number,
  channels: 1 | 2 | 3 | 4,
): Promise<Buffer> {
  const depth = samples instanceof Uint16Array ? 16 : 8;
  const space = channels < 3 ? (depth === 16 ? 'grey16' : 'b-w') : depth === 16 ? 'rgb16' : 'srgb';
  return sharp(samples, { raw: { width, height, channels } }).toColourspace(space).png().toBuffer();
}

/** Mask samples: 255 in a rectangle, else 0. */
export function maskSamples(
  width: number,
  height: number,
  hole: { left: number; top: number; width: number; height: number } | null,
): Uint8Array {
  const samples = new Uint8Array(width * height);
  if (hole === null) return samples;
  for (let y = hole.top; y < hole.top + hole.height; y += 1) {
    samples.fill(255, y * width + hole.left, y * width + hole.left + hole.width);
  }
  return samples;
}

/** The body of a cleanup call. */
export function cleanupBody(image: Uint8Array, mask: Uint8Array, extra?: unknown): object {
  return {
    image_file: Buffer.from(image).toString('base64'),
    mask_file: Buffer.from(mask).toString('base64'),
    ...(extra === undefined ? {} : { extra }),
  };
}

function asRecord(headers: RequestInit['headers']): Record<string, string> {
  return Object.fromEntries(new Headers(headers));
}
