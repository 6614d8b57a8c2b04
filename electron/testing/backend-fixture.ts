/** A backend on a temporary folder with a service of the test's choice, called as the renderer does. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createRouterClient, type RouterClient } from '@orpc/server';
import { isFinalJobState, type Job, type JobState } from '../../shared/contract/jobs.ts';
import type { Photo } from '../../shared/contract/photos.ts';
import { PRICED_KINDS, type PricedKind } from '../../shared/contract/prices.ts';
import type { Rect } from '../../shared/geometry/rect.ts';
import {
  decodeMaskTiles,
  encodeMaskTiles,
  type PackedMaskTile,
} from '../../shared/mask/mask-tiles.ts';
import type { AppErrorData } from '../../shared/errors/app-error.ts';
import { importUrl, photoMaskUrl } from '../../shared/media.ts';
import { createBackend, type Backend } from '../backend/create-backend.ts';
import { noteCleanClose } from '../backend/library/clean-close.ts';
import { closeDatabase, openDatabase } from '../backend/library/database.ts';
import type { HostPorts, SaveFileRequest } from '../backend/service/common/ports.ts';
import type { Router } from '../backend/api/router/router.ts';
import type { CallTimeouts } from '../backend/service/client/index.ts';
import type { UploadWaits } from '../backend/work/training/training-uploader.ts';
import { createKeychain } from '../backend/service/vault/keychain.ts';
import { startKeptPerception } from './kept-perception.ts';
import { tilesOf } from './masks.ts';
import { noisePng } from './pictures.ts';
import { endsWithTest } from './ends-with-test.ts';

export interface FixtureService {
  readonly baseUrl: string;
  readonly key: string;
}

export interface FixtureOptions {
  readonly service?: FixtureService | undefined;
  readonly timeouts?: Partial<CallTimeouts> | undefined;
  readonly uploadWaits?: UploadWaits | undefined;
  readonly closesWithin?: number | undefined;
  readonly followEvery?: number | undefined;
  /** The data folder's place; a temporary folder unless given. */
  readonly dataFolder?: string | undefined;
  readonly ports?: Partial<HostPorts> | undefined;
  /** A folder for temporary files that the caller removes; a folder of its own unless given. */
  readonly folder?: string | undefined;
}

export type BackendFixture = Awaited<ReturnType<typeof createBackendFixture>>;

export const SAMPLES_FOLDER = resolve(import.meta.dirname, '../../assets/samples');
const NOTICES_FOLDER = resolve(import.meta.dirname, '../../node_modules/@img');

export async function createBackendFixture(options: FixtureOptions = {}) {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'gesso-backend-')));
  const removeFolder = async () => {
    if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
  };
  const dataFolder = options.dataFolder ?? join(folder, 'data');
  const logged: string[] = [];
  const saved: SaveFileRequest[] = [];
  const ports = fixturePorts(folder, dataFolder, options, logged, saved);
  const { timeouts, uploadWaits, closesWithin, followEvery } = options;
  const open = () =>
    createBackend(ports, {
      version: '0.0.0',
      timeouts,
      uploadWaits,
      closesWithin,
      followEvery,
    });
  let backend: Backend;
  try {
    if (options.dataFolder === undefined) await beginLibrary(dataFolder);
    backend = await open();
  } catch (error) {
    await removeFolder();
    throw error;
  }
  let client = createRouterClient(backend.router);
  if (options.service !== undefined) await client.connections.activatePractice();

  const media = (path: string, init: RequestInit = {}) =>
    backend.media(new Request(`http://gesso.test${path}`, init));

  async function mask(photoId: string): Promise<readonly PackedMaskTile[]> {
    const response = await media(photoMaskUrl(photoId));
    return decodeMaskTiles(new Uint8Array(await response.arrayBuffer()));
  }

  /** Works on the library behind the program's back. */
  function sql<Result>(work: (database: DatabaseSync) => Result): Result {
    using database = new DatabaseSync(join(dataFolder, 'library.db'));
    return work(database);
  }

  /** Writes the file that was saved last. @returns its path */
  async function writeSaved(): Promise<string> {
    const path = join(folder, `saved-${saved.length}`);
    await saved.at(-1)?.write(path);
    return path;
  }

  async function job(jobId: string): Promise<Job> {
    const found = (await client.jobs.list({ limit: 500 })).find(({ id }) => id === jobId);
    if (found === undefined) throw new Error(`There is no job ${jobId}.`);
    return found;
  }

  /** Waits until the job is in one of these states, or in any final one. */
  async function until(jobId: string, ...states: readonly JobState[]): Promise<Job> {
    for await (const changes of await client.jobs.changes({ afterRevision: -1 })) {
      const change = changes.find(({ id }) => id === jobId);
      if (change === undefined) continue;
      if (states.includes(change.state)) return change;
      if (isFinalJobState(change.state)) {
        // the backlog may tell of an end that was taken back by a later change
        const now = await job(jobId);
        if (isFinalJobState(now.state)) return now;
      }
    }
    throw new Error('The stream of changes ended.');
  }

  return endsWithTest({
    folder,
    dataFolder,
    logged,
    saved,
    backend: (): Backend => backend,
    client: (): RouterClient<Router> => client,
    /** Closes and opens again on the same folder. */
    async restart(options?: { whileClosed?(): Promise<void> }): Promise<void> {
      await backend.close();
      await options?.whileClosed?.();
      backend = await open();
      client = createRouterClient(backend.router);
    },
    media,
    /** What the backend sends for an address. */
    async bytes(url = ''): Promise<Buffer> {
      const response = await media(url);
      if (!response.ok) throw new Error(await response.text());
      return Buffer.from(await response.arrayBuffer());
    },
    async importPhoto(bytes: Uint8Array, name: string = 'photo.png'): Promise<Photo> {
      const body = new Uint8Array(bytes);
      const response = await media(importUrl(name), { method: 'POST', body });
      if (!response.ok) throw new Error(await response.text());
      return (await response.json()) as Photo;
    },
    async refusedPhoto(bytes: Uint8Array, name: string): Promise<AppErrorData> {
      const body = new Uint8Array(bytes);
      const response = await media(importUrl(name), { method: 'POST', body });
      if (response.ok) throw new Error('It was taken in.');
      return ((await response.json()) as { readonly error: AppErrorData }).error;
    },
    /** Adds painted rectangles to a photo's mask. */
    async paint(photoId: string, ...rects: readonly Rect[]): Promise<void> {
      const before = new Map(
        (await mask(photoId)).map((tile) => [`${tile.column},${tile.row}`, tile]),
      );
      const tiles = tilesOf(...rects).map((tile) => {
        const known = before.get(`${tile.column},${tile.row}`)?.bits;
        const bits = tile.bits?.map((byte, index) => byte | (known?.[index] ?? 0));
        return { ...tile, bits };
      });
      const body = encodeMaskTiles(tiles);
      const response = await media(photoMaskUrl(photoId), { method: 'PUT', body });
      if (response.status !== 204) throw new Error(await response.text());
    },
    sql,
    /** Lets no further row into a table, as on a full disk. */
    fill: (table: string, most = 0): void =>
      sql((database) =>
        database.exec(`CREATE TRIGGER full BEFORE INSERT ON ${table}
          WHEN (SELECT count(*) >= ${most} FROM ${table}) BEGIN SELECT raise(ABORT, 'full'); END`),
      ),
    mask,
    job,
    until,
    /** Runs a clean-up of a photo to its end. */
    cleanUp: async (photoId: string): Promise<Job> =>
      await until((await client.cleanup.run({ photoId })).jobId),
    /** The same service as an account, which becomes the active connection. @returns its id */
    async connectAccount(
      prices: Partial<Readonly<Record<PricedKind, number>>> = {},
    ): Promise<string> {
      if (options.service === undefined) throw new Error('This test has no service.');
      const { baseUrl, key } = options.service;
      const { id } = await client.connections.add({ name: 'Account', baseUrl, key });
      await client.connections.activate({ connectionId: id });
      for (const kind of PRICED_KINDS) {
        const price = prices[kind];
        if (price !== undefined) await client.prices.set({ connectionId: id, kind, price });
      }
      return id;
    },
    writeSaved,
    async savePng(photoId: string): Promise<string> {
      await client.export.save({ photoId, format: 'png', quality: 90, lossless: true });
      return await writeSaved();
    },
    async [Symbol.asyncDispose]() {
      await backend.close();
      await removeFolder();
    },
  });
}

/** The database of a library without content, made once a worker. */
let emptyLibrary: Promise<Uint8Array> | undefined;

/** A library as the first start leaves it, unless there is one: that start has tests of its own. */
async function beginLibrary(dataFolder: string): Promise<void> {
  const path = join(dataFolder, 'library.db');
  if (existsSync(dataFolder)) return;
  const content = await (emptyLibrary ??= makeEmptyLibrary());
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  await writeFile(path, content, { mode: 0o600 });
  noteCleanClose(path);
}

async function makeEmptyLibrary(): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'gesso-empty-'));
  try {
    const { database } = await openDatabase(folder);
    closeDatabase(database, folder);
    return await readFile(join(folder, 'library.db'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function fixturePorts(
  folder: string,
  dataFolder: string,
  options: FixtureOptions,
  logged: string[],
  saved: SaveFileRequest[],
): HostPorts {
  const { service } = options;
  return {
    paths: { data: dataFolder, samples: SAMPLES_FOLDER, notices: NOTICES_FOLDER },
    keychain: memoryKeychain(),
    async startPracticeService() {
      if (service === undefined) throw new Error('This test has no service.');
      return { ...service, stop: () => Promise.resolve() };
    },
    startPerception: startKeptPerception,
    async saveFile(request) {
      saved.push(request);
      const path = join(folder, request.suggestedName);
      return { kind: 'saved', name: path, path };
    },
    notify: () => undefined,
    showsNotices: () => true,
    writeLogLine: (line) => void logged.push(line),
    ...options.ports,
  };
}

/** The real keychain module on a computer without a keychain. */
export function memoryKeychain(): ReturnType<typeof createKeychain> {
  return createKeychain({ openEntry: () => Promise.reject(new Error('no keychain here')) });
}

export async function paintedPhoto(
  fixture: BackendFixture,
  rect: Rect = { x: 40, y: 30, width: 20, height: 10 },
  size = { width: 120, height: 90 },
  seed = 1,
): Promise<Photo> {
  const bytes = await noisePng(size.width, size.height, seed);
  const photo = await fixture.importPhoto(bytes, `noise ${seed}.png`);
  await fixture.paint(photo.id, rect);
  return photo;
}
