/** A clean-up: the photo's painted region and its mask are sent, the result is laid over the photo. */
import { createHash } from 'node:crypto';
import { LIMITS } from '../../../../shared/api/limits.ts';
import { maskBounds } from '../../../../shared/geometry/mask-bounds.ts';
import { planRegion } from '../../../../shared/geometry/region.ts';
import {
  decodeMaskTiles,
  encodeMaskTiles,
  type PackedMaskTile,
} from '../../../../shared/mask/mask-tiles.ts';
import { encodeMaskPng, maskPixels } from '../../imaging/mask-picture.ts';
import { cleanupOverlay } from '../../imaging/cleanup-overlay.ts';
import { transaction } from '../../library/database.ts';
import { byteSourceOfBytes } from '../../service/index.ts';
import type { JobClock } from '../job-clock.ts';
import type { JobConnection, JobParts } from '../job-parts.ts';
import type { NewJob, StoredJob } from '../job-store.ts';
import type { JobKind } from './job-kind.ts';
import { encodePicture, requireSpace } from './job-pictures.ts';
import { mediaTypeOf } from './outputs.ts';

/** A kind of its own: it takes the painted mask. */
export interface CleanupKind extends JobKind {
  /**
   * The job for a mask on a photo as it looks now.
   *
   * @throws AppError `empty-mask`, `too-large`, `not-found`
   */
  plan(photoId: string, tiles: readonly PackedMaskTile[], connection: JobConnection): NewJob;
}

export function cleanupKind(parts: JobParts, clock: JobClock): CleanupKind {
  function tilesOf(job: StoredJob): readonly PackedMaskTile[] {
    const mask = parts.jobs.mask(job.id);
    if (mask === undefined) throw new Error(`The clean-up ${job.id} has no mask.`);
    return decodeMaskTiles(mask);
  }

  function plan(
    photoId: string,
    tiles: readonly PackedMaskTile[],
    connection: JobConnection,
  ): NewJob {
    const photo = parts.photos.row(photoId);
    const region = planRegion(maskBounds(tiles), photo);
    const mask = encodeMaskTiles(tiles);
    const patchIds = parts.patches.appliedIds(photoId);
    const look = ['cleanup', photo.originalFileId, patchIds, region, connection.baseUrl];
    const requestHash = createHash('sha256')
      .update(JSON.stringify(look))
      .update(mask)
      .digest('hex');
    return {
      request: { kind: 'cleanup' },
      profile: '',
      photoId,
      photoName: photo.name,
      connectionId: connection.id,
      connectionName: connection.name,
      requestHash,
      region,
      patchIds: [patchIds],
      mask,
    };
  }

  return {
    finishedTitle: 'Clean-up finished',
    result: 'answer',
    plan,
    planAgain: (job, connection) => plan(job.photoId, tilesOf(job), connection),

    async prepare(job) {
      const { photoId, region } = job;
      const { width, height } = region;
      await requireSpace(parts.folder, width * height);
      const { maxFileBytes } = LIMITS.cleanup;
      const picture = { photoId, rect: region };
      const image = await encodePicture(parts, job, picture, 0, maxFileBytes);
      const pixels = maskPixels(tilesOf(job), region);
      const mask = byteSourceOfBytes(await encodeMaskPng(pixels, width, height));
      return async (client, options) => {
        const imageSize = { width, height };
        await client.cleanup({ image, mask, imageSize, responseType: 'png' }, options);
        return { is: 'answered' };
      };
    },

    async finish(job) {
      const answerPath = parts.answers.path(job.id);
      const tiles = tilesOf(job);
      const { rect, png } = await cleanupOverlay(
        answerPath,
        { region: job.region, painted: maskBounds(tiles), tiles, others: [] },
        { maskGrow: 0, matchColors: false },
        parts.photos.source(job.photoId),
        () => parts.patches.pictures(job.patchIds[0] ?? []),
      );
      const staged = await parts.files.stage(byteSourceOfBytes(png).open());
      const overlayFile = await parts.files.commit(staged, 'image/png');
      const answerFile = await parts.answers.store(job.id, await mediaTypeOf(answerPath));
      const endedAt = clock.now();
      return transaction(parts.database, () => {
        parts.patches.add({
          photoId: job.photoId,
          jobId: job.id,
          rect,
          overlayFileId: overlayFile.id,
          answerFileId: answerFile.id,
          mask: encodeMaskTiles(tiles),
          durationMilliseconds: Math.max(0, endedAt - (job.submittedAt ?? endedAt)),
        });
        return parts.jobs.update(job.id, { state: 'done', endedAt, answerFileId: answerFile.id });
      });
    },

    // From its beginning the painted pixels belong to the run, and painting can go on.
    belongings: {
      take(job) {
        if (job.mask !== undefined) parts.masks.subtract(job.photoId, decodeMaskTiles(job.mask));
      },
      giveBack(job) {
        if (parts.photos.exists(job.photoId)) parts.masks.unite(job.photoId, tilesOf(job));
      },
      takeAgain(job) {
        parts.masks.subtract(job.photoId, tilesOf(job));
      },
    },
  };
}
