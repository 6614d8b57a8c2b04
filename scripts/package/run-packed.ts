/**
 * Runs a packed program's scripts in plain Node and prints one JSON line.
 * Arguments: folders of the unpacked archive, the resources and the user's data.
 */
import { registerHooks } from 'node:module';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { createFakeElectron } from '../../electron/host/testing/fake-electron.ts';
import type { Contract } from '../../shared/contract/index.ts';
import { isFinalJobState } from '../../shared/contract/jobs.ts';
import { encodeMaskTiles, MASK_TILE } from '../../shared/mask/mask-tiles.ts';

const [unpacked = '', resources = '', userData = ''] = process.argv.slice(2);
const STUB = 'gesso-stub:electron';

/** Far above the seconds it takes, so that a hang becomes a failure. */
const LIMIT_MILLISECONDS = 180_000;
setTimeout(() => {
  process.stdout.write(`not done after ${LIMIT_MILLISECONDS} ms\n`);
  process.exit(1);
}, LIMIT_MILLISECONDS).unref();

const fake = createFakeElectron({ userData, isPackaged: true });
Object.assign(globalThis, { gessoElectron: fake.electron });
Object.assign(process, { resourcesPath: resources });
const names = Object.keys(fake.electron);
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: STUB, shortCircuit: true } : next(specifier, context),
  load: (url, context, next) =>
    url === STUB
      ? {
          format: 'module',
          shortCircuit: true,
          source: `export const { ${names.join(', ')} } = globalThis.gessoElectron;`,
        }
      : next(url, context),
});

await import(pathToFileURL(join(unpacked, 'out', 'main', 'main.js')).href);
await waitUntil(() => fake.windows.length > 0 || fake.events.some((e) => e.startsWith('exit')));
const page = await fake.request('app://gesso/');
const port = fake.askForPort();
if (port === undefined) throw new Error(`no port: ${fake.events.join(', ')}`);
port.start();
const client: ContractRouterClient<Contract> = createORPCClient(new RPCLink({ port }));
const info = await client.app.info();
const samples = await client.photos.samples();
await client.connections.activatePractice();
const job = await cleanUpSample(samples[0]?.id ?? '');
const found = await findInSamples(samples.map(({ id }) => id));
process.stdout.write(
  `${JSON.stringify({
    events: fake.events,
    pageStatus: page.status,
    policy: page.headers.get('content-security-policy'),
    version: info.version,
    samples: samples.length,
    job,
    found,
    preload: await preloadMessages(),
  })}\n`,
);
fake.raise('before-quit');
await waitUntil(() => fake.events.includes('exit 0'));
process.exit(0);

/** One clean-up of a sample by the packed practice service: all worker threads and natives at work. */
async function cleanUpSample(sampleId: string): Promise<unknown> {
  const photo = await client.photos.openSample({ sampleId });
  const bits = new Uint8Array(MASK_TILE.packedBytes).fill(0xff, 0, 1024);
  const body = encodeMaskTiles([{ column: 1, row: 1, bits }]);
  const saved = await fake.request(`app://gesso${photo.maskUrl}`, { method: 'PUT', body });
  const { jobId } = await client.cleanup.run({ photoId: photo.id });
  let found = await jobNamed(jobId);
  while (found !== undefined && !isFinalJobState(found.state)) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    found = await jobNamed(jobId);
  }
  const { patches } = await client.photos.get({ photoId: photo.id });
  const result = await fake.request(`app://gesso${patches[0]?.url ?? '/'}`);
  const psd = await client.export.expectedSize({
    photoId: photo.id,
    format: 'psd',
    quality: 90,
    lossless: false,
  });
  return {
    maskSaved: saved.status,
    hasPsd: psd.byteLength > photo.width * photo.height,
    state: found?.state,
    error: found?.error?.message,
    resultType: result.headers.get('content-type'),
  };
}

async function findInSamples(ids: readonly string[]) {
  const photos = [];
  for (const sampleId of ids) {
    // oxlint-disable-next-line no-await-in-loop -- one after another, as by hand
    photos.push(await client.photos.openSample({ sampleId }));
  }
  const [first] = photos;
  if (first === undefined) return {};
  const [left, top] = [first.width / 4, first.height / 4];
  const points = [
    { x: left, y: top },
    { x: 3 * left, y: top },
    { x: 3 * left, y: 3 * top },
    { x: left, y: 3 * top },
  ];
  const { by, pixels } = await client.selection.object({
    photoId: first.id,
    gesture: { kind: 'loop', points },
    strokes: [],
    withShadow: false,
    pass: 'coarse',
  });
  let lines = 0;
  let faces = 0;
  for (const { id } of photos) {
    // oxlint-disable-next-line no-await-in-loop -- one process does it
    lines += (await client.selection.text({ photoId: id, pass: 'coarse' })).lines.length;
    // oxlint-disable-next-line no-await-in-loop -- one process does it
    faces += (await client.faces.find({ photoId: id })).faces.length;
  }
  return { by: pixels > 0 ? by : 'nothing', lines, faces };
}

async function jobNamed(id: string) {
  return (await client.jobs.list({ limit: 10 })).find((job) => job.id === id);
}

async function preloadMessages(): Promise<readonly unknown[]> {
  const source = await readFile(join(unpacked, 'out', 'preload', 'preload.cjs'), 'utf8');
  const said: unknown[] = [];
  const listeners: Record<string, (event: object) => void> = {};
  const window = {
    addEventListener: (type: string, listener: (event: object) => void) => {
      listeners[type] = listener;
    },
    postMessage: (...message: readonly unknown[]) => said.push(['page', ...message]),
    location: { origin: 'app://gesso' },
  };
  const ipcRenderer = {
    on: (channel: string, listener: (event: object) => void) => {
      listeners[channel] = listener;
    },
    postMessage: (...message: readonly unknown[]) => said.push(['main', ...message]),
  };
  const webUtils = {
    getPathForFile(file: unknown) {
      if (file === 'no file') throw new TypeError('This is no file.');
      return file === 'dropped' ? '/set/a.png' : '';
    },
  };
  const required: string[] = [];
  const require = (name: string) => {
    required.push(name);
    return { ipcRenderer, webUtils };
  };
  runInNewContext(source, { window, require, exports: {}, module: {} });
  listeners['message']?.({ data: { type: 'something else' } });
  listeners['message']?.({ data: { type: 'gesso:ready' } });
  listeners['gesso:port']?.({ ports: ['port'] });
  const files = ['no file', 'dropped', 'of a web page'];
  listeners['message']?.({ data: { type: 'gesso:files', files } });
  return [required, ...said, Object.keys(window).sort()];
}

async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}
