/** Opens a step as a copy of its first picture, with mask and boxes. The run is not affected. */
import { createReadStream } from 'node:fs';
import type { OpenedStep, StepOf } from '../../../../shared/contract/recipes.ts';
import { type AppError, notFound } from '../../../../shared/errors/app-error.ts';
import type { Rect, Size } from '../../../../shared/geometry/rect.ts';
import {
  type PackedMaskTile,
  decodeMaskTiles,
  uniteTiles,
} from '../../../../shared/mask/mask-tiles.ts';

import { encodePhoto } from '../../vision/imaging/writing/export-photo.ts';
import type { StoredJob } from '../jobs/log/stored-job.ts';
import type { FileStore } from '../../library/file-store.ts';
import type { Photo } from '../../../../shared/contract/photos.ts';
import type { MaskStore } from '../../library/mask-store.ts';
import type { PhotoEdges } from '../../library/library.ts';
import type { TextBoxStore } from '../../library/text-box-store.ts';
import { lastOfEachRegion } from './job-ends.ts';
import type { PhotoAppearance, BlendOpening } from './blend-opening.ts';
import type { MadeOf, OpenedSteps } from './opened-steps.ts';
import type { FileStep, RunFile } from './run-rows.ts';
import { earlierThan } from './step-beginning.ts';
import { stepMask } from './steps/step-mask.ts';
import type { StepTools } from './steps/step.ts';
import { once } from '../../service/common/once.ts';
import type { RunDeps } from './run-deps.ts';

export type { OpenedStep } from '../../../../shared/contract/recipes.ts';

/** Steps that open in the Studio; others fill the form of their screen. */
const OF_STUDIO: ReadonlySet<string> = new Set(['remove-text', 'clean-up', 'crop', 'mix', 'save']);

export interface OpeningDeps {
  readonly masks: Pick<MaskStore, 'read' | 'write'>;
  readonly textBoxes: Pick<TextBoxStore, 'read' | 'write'>;
  readonly edges: Pick<PhotoEdges, 'put'>;
  readonly opened: OpenedSteps;
  readonly blendOpening: BlendOpening;
}

/** The function throws AppError `not-found` if the step has not begun, or its picture is gone. */
export function createStepOpening(
  deps: OpeningDeps &
    Pick<RunDeps, 'store' | 'photos' | 'patches' | 'jobs'> & {
      readonly tools: StepTools & { readonly files: Pick<FileStore, 'get'> };
      readonly jobsOf: (step: FileStep) => readonly StoredJob[];
    },
): (runId: string, position: number, index: number) => Promise<OpenedStep> {
  const { store, photos, patches, tools } = deps;

  /** The picture before the step, with its results. */
  function pictureBefore(step: FileStep, current: string | undefined) {
    const photoId = step.photoBefore ?? current;
    if (photoId === undefined) throw notBegun();
    const isBegun = step.photoBefore !== undefined;
    return { photoId, patchIds: isBegun ? step.patchesBefore : patches.appliedIds(photoId) };
  }

  /** A flattened picture with EXIF if there are results. */
  async function bytesOf(photoId: string, patchIds: readonly string[], firstId: string) {
    if (!photos.exists(photoId)) throw gone();
    if (patchIds.length === 0) {
      return createReadStream(tools.files.get(photos.row(photoId).originalFileId).path);
    }
    const camera = photos.exists(firstId) ? photos.source(firstId) : undefined;
    const encoding = { format: 'png', quality: 100, lossless: true, exif: 'all', camera } as const;
    return once(await encodePhoto(photos.source(photoId), patches.pictures(patchIds), encoding));
  }

  /** From the step's calls; without any, as it would be detected now. */
  async function maskOf(
    step: Extract<OpenedStep['step'], { readonly kind: 'clean-up' }>,
    jobs: readonly StoredJob[],
    photo: { readonly id: string; readonly width: number; readonly height: number },
  ): Promise<readonly PackedMaskTile[]> {
    const sent = lastOfEachRegion(jobs).flatMap(({ id }) => deps.jobs.mask(id) ?? []);
    if (sent.length > 0) return uniteTiles(sent.map((bytes) => decodeMaskTiles(bytes)));
    return await stepMask(step.mask, photo, tools);
  }

  /** Returns an existing copy as the user left it. */
  async function copyOf(
    madeOf: MadeOf,
    patchIds: readonly string[],
    { name, before }: RunFile,
  ): Promise<Photo> {
    const known = deps.opened.find(madeOf);
    if (known !== undefined) return photos.get(known.photoId);
    const { photoId } = madeOf;
    const bytes = await bytesOf(photoId, patchIds, before?.photoId ?? photoId);
    return await photos.importOwn(bytes, name, (copyId) =>
      deps.opened.note(madeOf, { photoId: copyId }),
    );
  }

  async function openBlend(
    step: StepOf<'mix'>,
    steps: readonly FileStep[],
    { step: index }: FileStep,
    changed: PhotoAppearance,
    file: RunFile,
  ): Promise<OpenedStep | undefined> {
    const before = earlierThan(steps, index);
    if (before === undefined) return undefined;
    const looks = [...patches.renderKeysOf(changed.patchIds), before.photoId];
    const madeOf = {
      photoId: changed.photoId,
      looks: [...looks, ...patches.renderKeysOf(before.patchIds)],
      step,
    };
    const known = deps.opened.find(madeOf);
    if (known !== undefined) {
      photos.use(known.photoId, 'studio');
      return { step, hasBoxes: false, ...known };
    }
    if (!photos.exists(changed.photoId) || !photos.exists(before.photoId)) throw gone();
    const bytes = await deps.blendOpening.base(before, changed);
    const { id: photoId } = await photos.importOwn(once(bytes), file.name, () => undefined);
    const jobId = await deps.blendOpening.lay(photoId, step, before, changed);
    // Only now is it complete.
    deps.opened.note(madeOf, { photoId, jobId });
    photos.use(photoId, 'studio');
    return { step, photoId, hasBoxes: false, jobId };
  }

  function isUntouched(photoId: string): boolean {
    const isBare = patches.list(photoId).length === 0 && deps.masks.read(photoId).length === 0;
    return isBare && deps.textBoxes.read(photoId).length === 0;
  }

  return async (runId, position, index) => {
    const run = deps.store.mustGet(runId);
    const file = store.file(runId, position);
    const rows = store.steps(runId, position);
    const row = rows[index];
    const step = file?.settings[index] ?? run.steps?.[index];
    if (file === undefined || row === undefined || step === undefined) throw notBegun();
    const { photoId, patchIds } = pictureBefore(
      row,
      file.step === index ? file.photoId : undefined,
    );
    if (step.kind === 'mix') {
      const blended = await openBlend(step, rows, row, { photoId, patchIds }, file);
      if (blended !== undefined) return blended;
    }
    const madeOf = { photoId, looks: patches.renderKeysOf(patchIds), step };
    const copy = await copyOf(madeOf, patchIds, file);
    const jobs = deps.jobsOf(row);
    const isAsMade = isUntouched(copy.id);
    if (step.kind === 'clean-up') {
      if (isAsMade) deps.masks.write(copy.id, await maskOf(step, jobs, copy));
      const { margin, matchColors } = step;
      deps.edges.put(copy.id, { margin, matchColors });
    }
    const boxes = step.kind === 'remove-text' ? boxesOf(jobs, copy) : [];
    if (boxes.length > 0 && isAsMade) deps.textBoxes.write(copy.id, boxes);
    // From here on it is the user's, and outlives the run.
    photos.use(copy.id, OF_STUDIO.has(step.kind) ? 'studio' : 'picture');
    return {
      photoId: copy.id,
      step,
      ...(step.kind === 'merge-face' ? { facePhotoId: tools.recipes.face(step.faceId) } : {}),
      hasBoxes: boxes.length > 0,
    };
  };
}

function boxesOf(jobs: readonly StoredJob[], photo: Size): readonly Rect[] {
  const sent = lastOfEachRegion(jobs).flatMap(({ request }) =>
    request.kind === 'remove-text' && !request.isReduced ? (request.core ?? []) : [],
  );
  const area = sent.reduce((sum, { width, height }) => sum + width * height, 0);
  return area < photo.width * photo.height ? sent : [];
}

function notBegun(): AppError {
  return notFound(
    'This step has not begun yet. Its picture is there when the step before is done.',
  );
}

function gone(): AppError {
  return notFound(
    'The picture of this step was freed when the result was accepted. Run the file again.',
  );
}
