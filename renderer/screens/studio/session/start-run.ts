import type { StartedRun } from '../../../../shared/contract/cleanup.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { NextRun } from '../model/next-run.ts';
import { INITIAL_PLAN, type StoredUse } from '../model/run-store.ts';
import { begunRun, type BegunRun } from './run-steps.ts';
import type { OpenWork, SessionContext } from './session-context.ts';

export interface StoredRun extends BegunRun, Pick<StartedRun, 'stored'> {}

/** The mask must be saved. @throws AppError */
export async function startCleanup(
  { backend, stores }: SessionContext,
  { photoId }: OpenWork,
  next: NextRun,
  stored: StoredUse,
): Promise<StoredRun> {
  const wanted = wantedCleanup(photoId, next);
  const started = await (stored === 'only'
    ? backend.cleanup.useStored(wanted)
    : backend.cleanup.run({ ...wanted, stored }));
  const begun = await begunRun(started, 'cleanup');
  if (stored !== 'only') stores.run.setState({ ...INITIAL_PLAN });
  return { ...begun, stored: started.stored };
}

/** @returns `undefined` without a plan, or if only saved results are wanted */
export async function startTextRemoval(
  { backend, stores }: SessionContext,
  { photoId, textBoxes }: OpenWork,
  next: NextRun,
  stored: StoredUse,
): Promise<StoredRun | undefined> {
  const wanted = wantedTextRemoval(photoId, next);
  if (wanted === undefined || stored === 'only') return undefined; // only offered for clean-ups
  await textBoxes.saved(); // the run takes them on disk
  const started = await backend.removeText.run({ ...wanted, stored });
  const begun = await begunRun(started, 'remove-text');
  if (wanted.mode === 'boxes') {
    stores.run.setState({ textMode: 'boxes' }); // otherwise the whole photo would be next
    textBoxes.taken(wanted.boxes);
  }
  return { ...begun, stored: started.stored };
}

export function wantedCleanup(photoId: string, { cleanup, regions }: NextRun) {
  return cleanup.isByHand ? { photoId, regions } : { photoId };
}

/** @throws AppError `empty-mask` if no box is drawn */
export function wantedTextRemoval(photoId: string, { text, textBoxes }: NextRun) {
  if (text === undefined) return undefined;
  const { mode } = text;
  if (mode !== 'boxes') return { photoId, mode } as const;
  if (textBoxes.length > 0) return { photoId, mode, boxes: textBoxes } as const;
  throw new AppError({
    kind: 'empty-mask',
    message: 'Draw a box around the text first (T).',
  });
}
