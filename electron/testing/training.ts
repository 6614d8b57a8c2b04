/** Pictures for the training data, and a service that counts its uploads. */
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Notice } from '../backend/service/common/ports.ts';
import { createBackendFixture } from './backend-fixture.ts';
import { noisePng } from './pictures.ts';
import { startService, testKey } from './practice-service.ts';
import { endsWithTest } from './ends-with-test.ts';
import { untilNone, WHOLE_LIST } from './training-list.ts';

/** One asset as the practice service has it. */
interface StoredAsset {
  readonly assets_id: number;
  readonly upload: { readonly sha256: string; readonly bytes: number } | null;
}

/** Every row of the list. */
export const ALL = { view: WHOLE_LIST };

export type TrainingService = Awaited<ReturnType<typeof startTrainingService>>;

export type TrainingBench = Awaited<ReturnType<typeof createTrainingBench>>;

/** A backend with such a service, and a folder whose files it uploads. */
export async function createTrainingBench() {
  const training = await startTrainingService();
  const notices: Notice[] = [];
  const fixture = await createBackendFixture({
    service: training.target,
    ports: { notify: (notice) => void notices.push(notice) },
    uploadWaits: { firstHold: 20, afterBreaks: [20, 40] },
  });
  const folder = join(fixture.folder, 'set');
  const untilSent = () => untilNone(fixture, 'checking', 'waiting', 'sending', 'finishing');
  return {
    training,
    fixture,
    folder,
    /** What the desktop was told, in order. */
    notices,
    untilSent,
    /** Writes files, adds their folder as the Electron host does, and waits until all are read. */
    async add(files: Parameters<typeof writeFiles>[1] = {}) {
      await writeFiles(folder, files);
      const added = await fixture.backend().training.addPaths([folder]);
      await untilNone(fixture, 'checking');
      return added;
    },
    async uploadAll() {
      await fixture.client().training.upload({ selection: ALL });
      await untilSent();
    },
  };
}

export async function startTrainingService() {
  const service = await startService();
  return endsWithTest({
    service,
    target: { baseUrl: service.url, key: testKey },
    async fault(fault: Readonly<Record<string, unknown>>): Promise<void> {
      const answer = await service.post('/practice/faults', fault);
      if (!answer.ok) throw new Error(await answer.text());
    },
    async assets(): Promise<readonly StoredAsset[]> {
      const answer: unknown = await (await service.call('/practice/state')).json();
      return (answer as { readonly assets: readonly StoredAsset[] }).assets;
    },
    [Symbol.asyncDispose]: () => service.server.close(),
  });
}

/** Writes files below a folder; a picture of noise for each name without bytes. */
export async function writeFiles(
  folder: string,
  files: Readonly<Record<string, Uint8Array | undefined>>,
): Promise<void> {
  for (const [index, [name, bytes]] of Object.entries(files).entries()) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes ?? (await noisePng(160, 140, index + 1)));
    // one moment for all: the list must not need different ones
    await utimes(path, 1_700_000_000, 1_700_000_000);
  }
}
