import { createHash } from 'node:crypto';
import type { RemoveTextMode } from '../../../../../shared/contract/cleanup.ts';
import type { RemoveTextJobRequest } from '../../../../../shared/contract/job-requests.ts';
import { LIMITS } from '../../../../../shared/api/limits.ts';
import {
  isSameRect,
  rectOfSize,
  type Rect,
  type Size,
} from '../../../../../shared/geometry/rect.ts';
import {
  fitsTextRemoval,
  planTextTiles,
  planWholePhoto,
  reducedSize,
  type PlannedTile,
  type TextTile,
} from '../../../../../shared/geometry/text-tiles.ts';
import { encodeMaskTiles } from '../../../../../shared/mask/mask-tiles.ts';
import { textOverlay } from '../../../vision/imaging/results/text-overlay.ts';
import { transaction } from '../../../library/database.ts';
import { createTextBoxStore } from '../../../library/text-box-store.ts';
import { stoppedResult } from '../../../library/crash-guard.ts';
import type { JobClock } from '../job-clock.ts';
import type { JobConnection, JobDeps } from '../job-deps.ts';
import type { NewJob, StoredJob } from '../log/stored-job.ts';
import { jobRequest, subjectOf, type StartableKind } from './job-kind.ts';
import { encodePicture, planJob, planPicture, requirePixels, requireRoom } from './job-pictures.ts';
import { finishWithFiles, PICTURE_KINDS } from './outputs.ts';
import { patchAnswer, finishWithPatch, patchesBelow } from './patch-result.ts';

export interface WantedTextRemoval {
  readonly photoId: string;
  readonly mode: RemoveTextMode;
  /** Photo space, for `boxes`. */
  readonly boxes?: readonly Rect[] | undefined;
  /** `boxes` are not those drawn on the photo, which stay; default: false. */
  readonly areOwnBoxes?: boolean | undefined;
}

interface RemoveTextKind extends StartableKind<RemoveTextJobRequest> {
  /** One per tile. @throws AppError `too-large`, `invalid-input`, `not-found` */
  planRun(wanted: WantedTextRemoval, connection: JobConnection): readonly NewJob[];
}

const NOTHING_CHANGED = 'No text found. The photo is unchanged.';
const NOTHING_IN_TILE = 'No text found in this part.';

export function removeTextKind(deps: JobDeps, clock: JobClock): RemoveTextKind {
  const textBoxes = createTextBoxStore(deps.database);

  function sentSize(job: StoredJob): Size {
    const { isReduced } = jobRequest(job, 'remove-text');
    const { region } = subjectOf(job);
    return isReduced === true ? reducedSize(region) : region;
  }

  async function finishOnPhoto(job: StoredJob): Promise<StoredJob> {
    const { core, isReduced } = jobRequest(job, 'remove-text');
    const { photoId, region } = subjectOf(job);
    const answer = patchAnswer(deps, job);
    const overlay = await deps.crashGuard.guard(job.id, stoppedResult, () =>
      textOverlay(
        answer.path,
        { region, core: core ?? region },
        deps.photos.source(photoId),
        patchesBelow(deps, job),
        isReduced === true,
      ),
    );
    if (overlay !== undefined) {
      const mask = encodeMaskTiles(overlay.tiles);
      const parameters = { isReduced: isReduced === true };
      return finishWithPatch(deps, clock, job, { ...overlay, mask, parameters });
    }
    const answerFileId = await answer.keep();
    const isTile = core !== undefined && !isSameRect(core, region);
    const findings = { warning: isTile ? NOTHING_IN_TILE : NOTHING_CHANGED };
    return transaction(deps.database, () => {
      deps.jobs.addOutputs(job.id, [{ fileId: answerFileId, ...sentSize(job) }]);
      const endedAt = clock.now();
      return deps.jobs.update(job.id, { state: 'done', endedAt, answerFileId, findings });
    });
  }

  const kind: RemoveTextKind = {
    finishedTitle: 'Text removed',
    result: 'answer',
    plan(request, connection) {
      const picture = planPicture(deps, request.picture);
      if (request.isReduced !== true) requirePixels('picture', picture, LIMITS.removeText);
      const planned = planJob(request, [picture], connection, '');
      if (request.result !== 'patch') return planned;
      // Hashes only what is sent, so that results elsewhere don't matter.
      const renderKeys = deps.patches.renderKeys(picture.photoId, picture.rect);
      const sent = [
        request.kind,
        picture.originalFileId,
        renderKeys,
        picture.rect,
        request.isReduced,
        ...(request.responseType === 'png' ? [] : [request.responseType]),
      ];
      const hash = createHash('sha256').update(JSON.stringify([sent, connection.baseUrl]));
      return { ...planned, requestHash: hash.digest('hex') };
    },
    planRun({ photoId, mode, boxes, areOwnBoxes = false }, connection) {
      const photo = deps.photos.row(photoId);
      const isReduced = mode === 'reduced' && !fitsTextRemoval(photo);
      const whole: TextTile = { region: rectOfSize(photo), core: rectOfSize(photo) };
      const tilesOf: Readonly<Record<RemoveTextMode, () => readonly WantedTile[]>> = {
        whole: () => planWholePhoto(photo),
        boxes: () => planTextTiles(boxes ?? [], photo),
        reduced: () => [whole],
      };
      return tilesOf[mode]().map(({ region, core, boxes: own }) =>
        kind.plan(
          {
            kind: 'remove-text',
            picture: { photoId, rect: region },
            responseType: deps.returnedType?.() ?? 'png',
            result: 'patch',
            core,
            isReduced,
            ...(own === undefined || areOwnBoxes ? {} : { boxes: [...own] }),
          },
          connection,
        ),
      );
    },
    planAgain: (job, connection) => kind.plan(jobRequest(job, 'remove-text'), connection),
    async prepare(job) {
      const { picture, responseType } = jobRequest(job, 'remove-text');
      const imageSize = sentSize(job);
      await requireRoom(deps.folder, imageSize.width * imageSize.height);
      const { maxFileBytes } = LIMITS.removeText;
      const image = await encodePicture(deps, job, picture, 0, maxFileBytes, imageSize);
      return async (client, options) => {
        await client.removeText({ image, imageSize, responseType }, options);
        return { is: 'answered' };
      };
    },
    finish: (job) =>
      jobRequest(job, 'remove-text').result === 'patch'
        ? finishOnPhoto(job)
        : finishWithFiles(deps, clock, job, PICTURE_KINDS),

    // The run owns the boxes from its start, like a clean-up's paint.
    maskClaim: {
      claim({ request, subject }) {
        const boxes = boxesOf(request);
        if (subject !== undefined && boxes.length > 0) textBoxes.subtract(subject.photoId, boxes);
      },
      claimed: () => undefined,
      join(underWay, joining) {
        const boxes = boxesOf(joining.request);
        if (boxes.length === 0) return undefined;
        const own = boxesOf(underWay.request);
        const others = boxes.filter((box) => !own.some((each) => isSameRect(each, box)));
        return { ...jobRequest(underWay, 'remove-text'), boxes: [...own, ...others] };
      },
      release(job) {
        const boxes = boxesOf(job.request);
        if (boxes.length > 0) textBoxes.unite(subjectOf(job).photoId, boxes);
      },
      reclaim(job) {
        const boxes = boxesOf(job.request);
        if (boxes.length > 0) textBoxes.subtract(subjectOf(job).photoId, boxes);
      },
    },
  };
  return kind;
}

type WantedTile = TextTile & Partial<Pick<PlannedTile, 'boxes'>>;

function boxesOf(request: NewJob['request']): readonly Rect[] {
  return request.kind === 'remove-text' ? (request.boxes ?? []) : [];
}
