import { AppError, type AppErrorData } from '../../../../shared/errors/app-error.ts';
import { extensionKind } from '../../../../shared/files/other-kinds.ts';
import { isPictureFile, walkReadable } from '../../vision/imaging/reading/walk-files.ts';
import type { NewTrainingFile, TrainingStore } from './training-store.ts';

const PORTION = 200;

export interface Intake {
  readonly added: number;
  readonly known: number;
}

/** @param paths absolute; from the host's dialog or a drop (SECURITY: S35) */
export async function addPaths(
  store: TrainingStore,
  paths: readonly string[],
  onAdded: () => void,
  log: (line: string) => void,
): Promise<Intake> {
  let added = 0;
  let known = 0;
  let portion: NewTrainingFile[] = [];
  function flush(): void {
    if (portion.length === 0) return;
    added += store.add(portion).length;
    portion = [];
    onAdded();
  }
  const passedOver = (kind: string) => log(`training: an entry of a folder was skipped: ${kind}`);
  for await (const file of walkReadable(paths, passedOver)) {
    if (store.known(file)) known += 1;
    else {
      const isPicture = await isPictureFile(file);
      portion.push(isPicture ? file : { ...file, ...notAPicture(file.name) });
    }
    if (portion.length >= PORTION) flush();
  }
  flush();
  return { added, known };
}

/** For a file whose name shows that it is no picture. */
export function notAPicture(name: string): {
  readonly state: 'skipped';
  readonly error: AppErrorData;
} {
  const kind = extensionKind(name);
  const known = kind && `“${name}” is ${kind.is}, which Gesso can’t read.`;
  return {
    state: 'skipped',
    error: new AppError(
      'unsupported-file',
      known ?? `“${name}” is not a picture (PNG, WebP, JPEG, HEIC, TIFF, AVIF, GIF or BMP).`,
    ).toData(),
  };
}
