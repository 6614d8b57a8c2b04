import { createHash } from 'node:crypto';
import { LIMITS } from '../../../../../shared/api/limits.ts';
import { maskBounds } from '../../../../../shared/geometry/mask-bounds.ts';
import type { Rect } from '../../../../../shared/geometry/rect.ts';
import {
  planRegions,
  useRegions,
  type MaskRegion,
} from '../../../../../shared/geometry/regions.ts';
import {
  decodeMaskTiles,
  encodeMaskTiles,
  type PackedMaskTile,
} from '../../../../../shared/mask/mask-tiles.ts';
import {
  cleanupOverlay,
  sentMask,
  type EdgeMeasures,
  type Overlay,
} from '../../../vision/imaging/results/cleanup-overlay.ts';
import { encodeMaskPng } from '../../../vision/imaging/sent/mask-picture.ts';
import { byteSourceOfBytes } from '../../../service/client/index.ts';
import type { ResponseImageType } from '../../../../../shared/api/images.ts';
import { stoppedResult } from '../../../library/crash-guard.ts';
import type { JobClock } from '../job-clock.ts';
import type { JobConnection, JobDeps } from '../job-deps.ts';
import type { NewJob, StoredJob } from '../log/stored-job.ts';
import { jobRequest, subjectOf, type JobKind } from './job-kind.ts';
import { encodePicture, requireRoom } from './job-pictures.ts';
import { patchAnswer, finishWithPatch, patchesBelow } from './patch-result.ts';

interface CleanupRun {
  readonly photoId: string;
  readonly tiles: readonly PackedMaskTile[];
  readonly regions?: readonly Rect[] | undefined;
  readonly edge: EdgeMeasures;
  /** `tiles` are not the photo's painted mask, which stays; default: false. */
  readonly isOwnMask?: boolean | undefined;
}

interface CleanupKind extends JobKind {
  /** One per region. @throws AppError `empty-mask`, `too-large`, `invalid-input`, `not-found` */
  plan(run: CleanupRun, connection: JobConnection): readonly NewJob[];
}

/** Default for jobs from before margins existed. */
const NO_EDGE: EdgeMeasures = { margin: 0, matchColors: false };

export function cleanupKind(deps: JobDeps, clock: JobClock): CleanupKind {
  function tilesOf(job: StoredJob): readonly PackedMaskTile[] {
    const mask = deps.jobs.mask(job.id);
    if (mask === undefined) throw new Error(`The clean-up ${job.id} has no mask.`);
    return decodeMaskTiles(mask);
  }

  function partOf(job: StoredJob): MaskRegion {
    const tiles = tilesOf(job);
    const others = deps.jobs.others(job.id);
    return {
      region: subjectOf(job).region,
      painted: maskBounds(tiles),
      tiles,
      others: others === undefined ? [] : decodeMaskTiles(others),
    };
  }

  function edgeOf(job: StoredJob): EdgeMeasures {
    const { margin, matchColors } = jobRequest(job, 'cleanup');
    return {
      margin: margin ?? NO_EDGE.margin,
      matchColors: matchColors ?? NO_EDGE.matchColors,
    };
  }

  function planPart(
    photoId: string,
    part: MaskRegion,
    edge: EdgeMeasures,
    isOwnMask: boolean,
    connection: JobConnection,
    responseType: ResponseImageType = deps.returnedType?.() ?? 'png',
  ): NewJob {
    const photo = deps.photos.row(photoId);
    const { region } = part;
    const mask = encodeMaskTiles(part.tiles);
    const others = part.others.length === 0 ? undefined : encodeMaskTiles(part.others);
    // Hashes only what is sent, so that results elsewhere don't matter.
    const renderKeys = deps.patches.renderKeys(photoId, region);
    const type = responseType === 'png' ? {} : { responseType };
    const bytes = ['cleanup', photo.originalFileId, renderKeys, region, connection.baseUrl];
    const sent = [...bytes, edge.margin, ...Object.values(type)];
    const hash = createHash('sha256').update(JSON.stringify(sent)).update(mask);
    if (others !== undefined) hash.update(others);
    return {
      request: { kind: 'cleanup', ...edge, ...(isOwnMask ? { isOwnMask } : {}), ...type },
      profile: '',
      subject: { photoId, photoName: photo.name, region },
      connectionId: connection.id,
      connectionName: connection.name,
      requestHash: hash.digest('hex'),
      patchIds: [deps.patches.appliedIds(photoId)],
      mask,
      others,
    };
  }

  return {
    finishedTitle: 'Clean-up finished',
    result: 'answer',
    plan({ photoId, tiles, regions, edge, isOwnMask = false }, connection) {
      const photo = deps.photos.row(photoId);
      const planned =
        regions === undefined ? planRegions(tiles, photo) : useRegions(tiles, regions, photo);
      return planned.map((part) => planPart(photoId, part, edge, isOwnMask, connection));
    },
    planAgain: (job, connection) =>
      planPart(
        subjectOf(job).photoId,
        partOf(job),
        edgeOf(job),
        hasOwnMask(job),
        connection,
        jobRequest(job, 'cleanup').responseType ?? 'png',
      ),

    async prepare(job) {
      const { photoId, region } = subjectOf(job);
      const { width, height } = region;
      await requireRoom(deps.folder, width * height);
      const { maxFileBytes } = LIMITS.cleanup;
      const encodeMask = () =>
        encodeMaskPng(sentMask(partOf(job), edgeOf(job).margin), width, height);
      // in parallel: the picture is encoded on another thread
      const [image, mask] = await Promise.all([
        encodePicture(deps, job, { photoId, rect: region }, 0, maxFileBytes),
        Promise.resolve().then(encodeMask).then(byteSourceOfBytes),
      ]);
      return async (client, options) => {
        const imageSize = { width, height };
        const { responseType = 'png' } = jobRequest(job, 'cleanup');
        await client.cleanup({ image, mask, imageSize, responseType }, options);
        return { is: 'answered' };
      };
    },

    async finish(job) {
      const part = partOf(job);
      const edge = edgeOf(job);
      const source = deps.photos.source(subjectOf(job).photoId);
      const below = () => patchesBelow(deps, job);
      const answer = patchAnswer(deps, job);
      const overlay: Overlay = await deps.crashGuard.guard(job.id, stoppedResult, () =>
        cleanupOverlay(answer.path, part, edge, source, below),
      );
      const mask = encodeMaskTiles(part.tiles);
      const parameters = { margin: edge.margin, matchColors: edge.matchColors };
      return finishWithPatch(deps, clock, job, { ...overlay, mask, parameters });
    },

    maskClaim: {
      claim(job) {
        if (job.mask === undefined || job.subject === undefined || hasOwnMask(job)) return;
        deps.masks.subtract(job.subject.photoId, decodeMaskTiles(job.mask));
      },
      // Painted pixels are restored, whichever job sent them.
      join(underWay, joining) {
        if (!hasOwnMask(underWay) || hasOwnMask(joining)) return undefined;
        return { ...jobRequest(underWay, 'cleanup'), isOwnMask: false };
      },
      claimed: (job) => (hasOwnMask(job) ? undefined : deps.jobs.mask(job.id)),
      release(job) {
        const { photoId } = subjectOf(job);
        if (hasOwnMask(job) || !deps.photos.exists(photoId)) return;
        deps.masks.unite(photoId, tilesOf(job));
      },
      reclaim(job) {
        if (!hasOwnMask(job)) deps.masks.subtract(subjectOf(job).photoId, tilesOf(job));
      },
    },
  };
}

function hasOwnMask({ request }: Pick<StoredJob, 'request'>): boolean {
  return request.kind === 'cleanup' && request.isOwnMask === true;
}
