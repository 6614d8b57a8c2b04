/** Defines a kind of step; everything else is shared, see `docs/adding-a-step.md`. */
import type { JobKindName } from '../../../../../shared/contract/job-requests.ts';
import type { StepKind, StepOf } from '../../../../../shared/contract/recipes.ts';
import { notFound } from '../../../../../shared/errors/app-error.ts';
import type { Size } from '../../../../../shared/geometry/rect.ts';
import type { PhotoWriter } from '../../export/photo-writer.ts';
import type { JobConnection } from '../../jobs/job-deps.ts';
import type { JobStore } from '../../jobs/log/job-store.ts';
import type { NewJob, StoredJob } from '../../jobs/log/stored-job.ts';
import type { RecipeJobs } from '../../jobs/starting/recipe-jobs.ts';
import type { FileStore } from '../../../library/file-store.ts';
import type { PatchStore } from '../../../library/patch-store.ts';
import type { PhotoRow } from '../../../library/photo-rows.ts';
import type { PhotoStore } from '../../../library/photo-store.ts';
import type { UpscaleResults } from '../../upscale/upscale-results.ts';
import type { Finder, ReadablePicture } from '../finder.ts';
import type { RecipeStore } from '../recipe-store.ts';

export interface StepTools {
  readonly photos: Pick<PhotoStore, 'row' | 'source'>;
  readonly patches: Pick<PatchStore, 'applied' | 'pictures'>;
  readonly files: Pick<FileStore, 'get'>;
  readonly jobs: Pick<JobStore, 'outputs'>;
  readonly recipeJobs: Pick<RecipeJobs, 'plan' | 'describe'>;
  readonly writer: PhotoWriter;
  readonly upscales: Pick<UpscaleResults, 'measures' | 'keptPath'>;
  readonly recipes: Pick<RecipeStore, 'maskTiles' | 'face'>;
  readonly finder: Finder;
}

export interface StepPicture {
  /** `undefined` if not known yet. */
  readonly size: Size | undefined;
  readonly photoId: string | undefined;
  /** The imported picture for analysis; earlier steps may change it. */
  readonly readable: () => Promise<ReadablePicture>;
  readonly connection: JobConnection;
}

export interface StepPlan {
  readonly calls: number;
  readonly pixels: number;
  /** Calls with a saved result. */
  readonly storedCalls: number;
  /** Kind by which calls are priced; `undefined` without calls. */
  readonly kind: JobKindName | undefined;
  readonly isEstimate: boolean;
  /** Size afterwards; `undefined` if not known yet. */
  readonly size: Size | undefined;
  /** The picture or its results change. */
  readonly isChanged: boolean;
}

export interface StepTurn {
  readonly photo: PhotoRow;
  readonly fileName: string;
  readonly firstPhotoId: string;
  readonly connection: JobConnection;
  /** The picture before the last step that changed it. */
  readonly earlier: { readonly photoId: string; readonly patchIds: readonly string[] } | undefined;
}

export type StepBegun =
  /** Jobs that are started together with the step's record. */
  | { readonly is: 'calls'; readonly planned: readonly NewJob[] }
  /** Nothing to do; `note` says why. */
  | { readonly is: 'nothing'; readonly note: string }
  | { readonly is: 'picture'; readonly bytes: Uint8Array }
  | FileToWrite;

export interface FileToWrite {
  readonly is: 'file';
  readonly name: string;
  readonly write: (path: string) => Promise<void>;
}

type StepEnd =
  /** The results are on the photo, or next to it. */
  | { readonly is: 'same' }
  /** A new picture, or one in the data folder. */
  | { readonly is: 'picture'; readonly bytes: Uint8Array }
  | { readonly is: 'picture'; readonly path: string }
  | FileToWrite;

export interface StepModule<Kind extends StepKind> {
  /** Reads only the header, unless detection decides. @throws AppError */
  plan(step: StepOf<Kind>, picture: StepPicture, tools: StepTools): StepPlan | Promise<StepPlan>;
  /** Can be repeated after an interruption until its outcome is stored. @throws AppError */
  begin(step: StepOf<Kind>, turn: StepTurn, tools: StepTools): StepBegun | Promise<StepBegun>;
  /** Default: the results are on the photo. Can be repeated. */
  end?(
    step: StepOf<Kind>,
    jobs: readonly StoredJob[],
    tools: StepTools,
  ): StepEnd | Promise<StepEnd>;
  waits?(step: StepOf<Kind>): boolean;
}

export type StepModules = { readonly [Kind in StepKind]: StepModule<Kind> };

/** For a kind whose picture is sent whole. */
export function oneCallPlan(
  kind: JobKindName,
  size: Size | undefined,
  { after = size, isChanged = true }: { after?: Size | undefined; isChanged?: boolean } = {},
): StepPlan {
  const pixels = size === undefined ? 0 : size.width * size.height;
  const isEstimate = size === undefined;
  return { kind, calls: 1, pixels, storedCalls: 0, isEstimate, size: after, isChanged };
}

/** @param what names it in the sentence @throws AppError `not-found` */
export function outputOf(
  job: StoredJob | undefined,
  { jobs }: Pick<StepTools, 'jobs'>,
  what: string,
) {
  const [output] = job === undefined ? [] : jobs.outputs(job.id);
  if (job !== undefined && output !== undefined) return { job, output };
  throw notFound(`${what} is no longer in the library. Run this step again.`);
}

export function freePlan(size: Size | undefined, isChanged: boolean): StepPlan {
  return {
    calls: 0,
    pixels: 0,
    storedCalls: 0,
    kind: undefined,
    isEstimate: size === undefined,
    size,
    isChanged,
  };
}
