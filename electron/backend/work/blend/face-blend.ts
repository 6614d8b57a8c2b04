import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Blend, BlendedOutput, SoftSides } from '../../../../shared/contract/blend.ts';
import { safeFileStem, safeStem } from '../../../../shared/export/file-names.ts';
import { preparedCrop } from '../../../../shared/geometry/prepared-crop.ts';
import type { Rect, Size } from '../../../../shared/geometry/rect.ts';
import { encodeMaskTiles } from '../../../../shared/mask/mask-tiles.ts';
import { fileUrl, blendPictureUrl } from '../../../../shared/media.ts';
import { blendFrame } from '../../../../shared/blend/blend-frame.ts';
import { blendWeights } from '../../../../shared/blend/blend-weights.ts';
import { isPractice } from '../../library/practice-id.ts';
import type { PatchPicture } from '../../vision/imaging/results/apply-patches.ts';
import { writeLayered } from '../export/layered-file.ts';
import { exportPhoto } from '../../vision/imaging/writing/export-photo.ts';
import { tilesOfPixels } from '../../vision/imaging/sent/mask-picture.ts';
import {
  layerOverlay,
  writeLayer,
  type SentPart,
} from '../../vision/imaging/results/face-overlay.ts';
import { jobRequest, subjectOf } from '../jobs/kinds/job-kind.ts';
import type { FileStore } from '../../library/file-store.ts';
import type { PatchStore } from '../../library/patch-store.ts';
import type { PhotoStore } from '../../library/photo-store.ts';
import { stoppedResult, type CrashGuard } from '../../library/crash-guard.ts';
import { byteSourceOfBytes } from '../../service/client/index.ts';
import type { DerivedImageCache } from './derived-image-cache.ts';
import type { BlendKind, BlendTarget } from './blend-kind.ts';

/** Default blend. Common soft edges are 2 to 4 % of the side. */
const INITIAL: Blend = { strength: 1, softEdge: 0.03, strokes: [] };

export function createFaceBlend(deps: {
  readonly photos: Pick<PhotoStore, 'exists' | 'row' | 'source' | 'use'>;
  readonly patches: PatchStore;
  readonly files: FileStore;
  readonly derivedImages: DerivedImageCache;
  readonly crashGuard: Pick<CrashGuard, 'guard'>;
}): BlendKind {
  const { photos, patches, files, derivedImages } = deps;

  function belowIds({ job }: BlendTarget): readonly string[] {
    const existing = new Set(patches.list(subjectOf(job).photoId).map(({ id }) => id));
    return (job.patchIds[0] ?? []).filter((id) => existing.has(id));
  }

  function below(target: BlendTarget): readonly PatchPicture[] {
    return patches.pictures(belowIds(target));
  }

  function sentPart(target: BlendTarget): SentPart {
    const { photoId, region } = subjectOf(target.job);
    const { picturePreparation } = jobRequest(target.job, 'merge-face');
    return {
      answerPath: files.get(target.output.fileId).path,
      source: photos.source(photoId),
      region,
      below: below(target),
      prepared: preparedCrop(region, picturePreparation),
      softSides: softSidesOf(region, photos.row(photoId)),
    };
  }

  /** E.g. "_astronaut"; empty if the face's photo is gone. */
  function faceName({ job }: BlendTarget): string {
    const { photoId } = jobRequest(job, 'merge-face').face;
    return photos.exists(photoId) ? `_${safeStem(photos.row(photoId).name)}` : '';
  }

  function layer(target: BlendTarget): Promise<string> {
    return derivedImages.get(`${target.job.id}.${target.output.id}.png`, (path) => {
      const part = sentPart(target);
      const key = basename(part.answerPath);
      return deps.crashGuard.guard(key, stoppedResult, () => writeLayer(path, part));
    });
  }

  async function overlayOf(target: BlendTarget, blend: Blend) {
    const { region, source, softSides } = sentPart(target);
    const weights = blendWeights(blendFrame(region), blend, softSides);
    return {
      region,
      weights,
      png: await layerOverlay(await layer(target), region, weights, source),
    };
  }

  return {
    describe(target) {
      const { photoId, region } = subjectOf(target.job);
      const photo = photos.row(photoId);
      const { width, height } = photo;
      const overlays = new Map(patches.list(photoId).map((patch) => [patch.id, patch]));
      const described: Omit<BlendedOutput, 'blend'> = {
        initial: INITIAL,
        base: { id: photoId, url: fileUrl(photo.displayFileId), width, height },
        below: belowIds(target).flatMap((id) => {
          const patch = overlays.get(id);
          return patch === undefined
            ? []
            : [{ id, rect: patch.rect, url: fileUrl(patch.overlayFileId) }];
        }),
        rect: region,
        softSides: softSidesOf(region, photo),
        layerUrl: blendPictureUrl('blend-layers', target.job.id, target.output.id),
        returned: {
          width: target.output.width ?? region.width,
          height: target.output.height ?? region.height,
        },
      };
      return Promise.resolve(described);
    },
    layer,
    file: (target, blend, options) => ({
      stem: safeFileStem(
        subjectOf(target.job).photoName,
        (stem) => `${stem}_face_merged${faceName(target)}`,
      ),
      async write(path) {
        const { region, source } = sentPart(target);
        const hash = createHash('sha256').update(JSON.stringify(blend)).digest('hex').slice(0, 16);
        const name = `${target.job.id}.${target.output.id}.${hash}.overlay.png`;
        const overlayPath = await derivedImages.get(name, async (place) => {
          // SECURITY: S35 readable by the user only.
          await writeFile(place, (await overlayOf(target, blend)).png, { mode: 0o600 });
        });
        const applied = [...below(target), { rect: region, overlayPath }];
        const { format } = options;
        if (format !== 'psd' && format !== 'ora') {
          await exportPhoto(source, applied, { ...options, format }, path);
          return;
        }
        const { name: photoName, width, height } = photos.row(subjectOf(target.job).photoId);
        const size = { width, height };
        const results = applied.map((patch, index) => ({
          name: index === applied.length - 1 ? 'Face' : `Result ${index + 1}`,
          rect: patch.rect,
          isVisible: true,
          path: patch.overlayPath,
        }));
        await writeLayered({ name: photoName, size, source, applied, results }, format, path);
      },
    }),
    async toStudio(target, blend) {
      const { job, output } = target;
      const { photoId } = subjectOf(job);
      const { region, weights, png } = await overlayOf(target, blend);
      const staged = await files.stage(byteSourceOfBytes(png).open());
      const overlayFile = await files.commit(staged, 'image/png');
      const covered = weights.map((weight) => (weight === 0 ? 0 : 255));
      const mask = encodeMaskTiles(tilesOfPixels(covered, region));
      const { responseType } = jobRequest(job, 'merge-face');
      photos.row(photoId); // It may be gone meanwhile.
      const patchId = patches.replace({
        photoId,
        jobId: job.id,
        operation: 'merge-face',
        rect: region,
        overlayFileId: overlayFile.id,
        answerFileId: output.fileId,
        mask,
        parameters: { strength: blend.strength, softEdge: blend.softEdge, responseType },
        cost: job.price,
        isPractice: isPractice(job.connectionId),
        runId: job.runId,
        patchIds: job.patchIds[0] ?? [],
        durationMilliseconds: Math.max(
          0,
          (job.endedAt ?? 0) - (job.submittedAt ?? job.endedAt ?? 0),
        ),
      });
      photos.use(photoId, 'studio');
      return { photoId, patchId };
    },
  };
}

function softSidesOf({ x, y, width, height }: Rect, photo: Size): SoftSides {
  return {
    left: x > 0,
    top: y > 0,
    right: x + width < photo.width,
    bottom: y + height < photo.height,
  };
}
