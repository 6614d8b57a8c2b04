import type { OutputReference } from '../../../../shared/contract/jobs.ts';
import type { Blend } from '../../../../shared/contract/blend.ts';
import type { UpscaleFinish } from '../../../../shared/contract/upscale.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import {
  expectedUpscale,
  forecastSize,
  placementIn,
  withinBorder,
  type UpscaleMeasure,
} from '../../../../shared/geometry/upscale-size.ts';
import type { UpscaleFinishing } from '../../vision/imaging/writing/finish-upscale.ts';
import { jobRequest, subjectOf } from '../jobs/kinds/job-kind.ts';
import type { JobStore } from '../jobs/log/job-store.ts';
import type { StoredJob } from '../jobs/log/stored-job.ts';
import type { FileStore, StoredFile } from '../../library/file-store.ts';
import type { PatchStore } from '../../library/patch-store.ts';
import type { PhotoStore } from '../../library/photo-store.ts';
import type { BlendStore } from '../blend/blend-store.ts';
import type { UpscaleResultStore } from './result-store.ts';

/** Answers by which a connection is judged. */
const MEASURES = 60;

export interface Found {
  readonly output: OutputReference;
  readonly job: StoredJob;
  readonly file: StoredFile;
  /** Size of the file, expected size, and placement of the sent picture. */
  readonly raw: { readonly width: number; readonly height: number };
  readonly promised: { readonly width: number; readonly height: number };
  readonly placement: Rect;
  readonly finish: UpscaleFinish;
  readonly blend: Blend | undefined;
}

export function createFoundUpscales(deps: {
  readonly jobs: Pick<JobStore, 'get' | 'list' | 'outputs'>;
  readonly files: Pick<FileStore, 'get'>;
  readonly photos: Pick<PhotoStore, 'exists' | 'source'>;
  readonly patches: Pick<PatchStore, 'pictures'>;
  readonly store: UpscaleResultStore;
  readonly blends: Pick<BlendStore, 'read'>;
}) {
  const { jobs, files, photos, store } = deps;

  /** Newest first. @param beforeJobId only those before this one */
  function measures(connectionId: string, beforeJobId?: string): readonly UpscaleMeasure[] {
    const done = jobs.list({
      kinds: ['upscale'],
      states: ['done'],
      connectionId,
      limit: MEASURES,
      ...(beforeJobId === undefined ? {} : { beforeJobId }),
    });
    return done.flatMap((job): readonly UpscaleMeasure[] => {
      const [first] = jobs.outputs(job.id);
      if (first?.width === undefined || first.height === undefined) return [];
      const { width, height } = subjectOf(job).region;
      const { size } = jobRequest(job, 'upscale').parameters;
      return [
        {
          sent: { width, height },
          wanted: size,
          output: { width: first.width, height: first.height },
          rule: store.findings({ jobId: job.id, output: first.id })?.rule,
        },
      ];
    });
  }

  /** @throws AppError `not-found` for a file that is no enlargement */
  function find(output: OutputReference): Found {
    const job = jobs.get(output.jobId);
    const found = jobs.outputs(output.jobId).find(({ id }) => id === output.output);
    if (job?.kind !== 'upscale' || found?.width === undefined || found.height === undefined) {
      throw new AppError('not-found', 'This result is no longer in the library.');
    }
    const raw = { width: found.width, height: found.height };
    const sent = subjectOf(job).region;
    const wanted = jobRequest(job, 'upscale').parameters.size;
    const own = store.findings(output)?.rule;
    const expected = expectedUpscale(sent, wanted, measures(job.connectionId));
    const forecast = own === undefined ? expected : forecastSize(sent, wanted, own);
    const before = expectedUpscale(sent, wanted, measures(job.connectionId, job.id));
    return {
      output,
      job,
      file: files.get(found.fileId),
      raw,
      promised: before.size,
      placement: placementIn(forecast, raw),
      finish: store.finish(output),
      blend: changedBlend(deps.blends.read(output)),
    };
  }

  /** `undefined` if the photo was removed. */
  function finishing(found: Found): UpscaleFinishing | undefined {
    const { job, file, raw, placement, finish } = found;
    const { photoId, region } = subjectOf(job);
    if (!photos.exists(photoId)) return undefined;
    return {
      resultPath: file.path,
      mediaType: file.mediaType,
      raw,
      placement,
      source: photos.source(photoId),
      region,
      patches: deps.patches.pictures(job.patchIds[0] ?? []),
      kept: finish.trim === null ? { x: 0, y: 0, ...raw } : withinBorder(raw, finish.trim),
      matchColors: finish.matchColors,
    };
  }

  return { measures, find, finishing };
}

/** @returns `undefined` if only the result is visible */
function changedBlend(blend: Blend | undefined): Blend | undefined {
  return blend === undefined || (blend.strength === 1 && blend.strokes.length === 0)
    ? undefined
    : blend;
}
