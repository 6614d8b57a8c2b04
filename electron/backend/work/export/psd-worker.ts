import { parentPort, workerData } from 'node:worker_threads';
import { writeFileSync } from 'node:fs';
import { encodeDeepPsd, type DeepPsdPhoto } from './psd-deep-encoder.ts';
import { encodePsd, type PsdPhoto } from './psd-encoder.ts';

const port = parentPort;
if (port === null) throw new Error('This file is started as a worker.');
const { photo, path } = workerData as {
  readonly photo: PsdPhoto | DeepPsdPhoto;
  readonly path: string;
};
try {
  const bytes = photo.depth === 16 ? encodeDeepPsd(photo) : encodePsd(photo);
  writeFileSync(path, bytes, { flag: 'wx', flush: true });
  port.postMessage({ kind: 'done' });
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  port.postMessage({ kind: 'failed', code, message });
}
