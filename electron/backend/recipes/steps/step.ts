/**
 * What a kind of step brings: its plan, its beginning, and how its end becomes the next step's picture. Everything
 * else is the same for all kinds; see `docs/adding-a-step.md`.
 */
import type { JobKindName } from '../../../../shared/contract/job-requests.ts';
import type { StepKind, StepOf } from '../../../../shared/contract/recipes.ts';
import type { Size } from '../../../../shared/geometry/rect.ts';
import type { PhotoWriter } from '../../export/photo-writer.ts';
import type { JobConnection } from '../../jobs/job-parts.ts';
import type { JobStore } from '../../jobs/log/job-store.ts';
import type { NewJob, StoredJob } from '../../jobs/log/stored-job.ts';
import type { BatchDoor } from '../../jobs/starting/batch-door.ts';
import type { FileStore } from '../../library/file-store.ts';
import type { PatchStore } from '../../library/patch-store.ts';
import type { PhotoRow } from '../../library/photo-rows.ts';
import type { PhotoStore } from '../../library/photo-store.ts';
import type { UpscaleResults } from '../../upscale/upscale-results.ts';
import type { Finder, ReadablePicture } from '../finder.ts';
import type { RecipeStore } from '../recipe-store.ts';

/** The parts of the backend that steps work with. */
export interface StepTools {
  readonly photos: Pick<PhotoStore, 'row' | 'source'>;
  readonly patches: Pick<PatchStore, 'applied' | 'pictures'>;
  readonly files: Pick<FileStore, 'get'>;
  readonly jobs: Pick<JobStore, 'outputs'>;
  readonly door: Pick<BatchDoor, 'plan' | 'describe'>;
  readonly writer: PhotoWriter;
  readonly upscales: Pick<UpscaleResults, 'measures' | 'finishedPath'>;
  readonly recipes: Pick<RecipeStore, 'maskTiles' | 'face'>;
  readonly finder: Finder;
}

/** A picture as a plan knows it before the steps above have run. */
export interface PlannedPicture {
  /** `undefined` where it is only known later. */
  readonly size: Size | undefined;
  /** The library's photo, as long as no step above changes it. */
  readonly photoId: string | undefined;
  /** The picture as it came, to be looked into; steps above may change it. */
  readonly readable: () => Promise<ReadablePicture>;
  readonly connection: JobConnection;
}

/** The work of a step on one picture, before it runs. */
export interface StepPlan {
  readonly calls: number;
  /** Pixels that the calls send. */
  readonly pixels: number;
  /** Of the calls, those with a saved result. */
  readonly storedCalls: number;
  /** The kind that the calls are paid as; `undefined` for steps without any. */
  readonly kind: JobKindName | undefined;
  readonly isEstimate: boolean;
  /** Of the picture after it; `undefined` where it is only known then. */
  readonly size: Size | undefined;
  /** The picture is another one afterwards, or carries new results. */
  readonly isChanged: boolean;
}

/** The turn of a step on one picture. */
export interface StepTurn {
  readonly photo: PhotoRow;
  /** The name of the file that all this began with. */
  readonly fileName: string;
  /** The photo of that file, as it was taken in. */
  readonly firstPhotoId: string;
  readonly connection: JobConnection;
  /** The picture before the last step that changed it. */
  readonly earlier: { readonly photoId: string; readonly patchIds: readonly string[] } | undefined;
}

/** The beginning of a step. */
export type StepBegun =
  /** These jobs are started together with the note about them. */
  | { readonly is: 'calls'; readonly planned: readonly NewJob[] }
  /** There is nothing to do. `note`: why, as a sentence. */
  | { readonly is: 'nothing'; readonly note: string }
  /** Another picture, made here. */
  | { readonly is: 'picture'; readonly bytes: Uint8Array }
  | FileToWrite;

/** A file to be written; the picture stays. */
interface FileToWrite {
  readonly is: 'file';
  /** With its extension, safe on every file system. */
  readonly name: string;
  /** @param path absolute; does not exist yet */
  readonly write: (path: string) => Promise<void>;
}

/** The end of a step's calls. */
export type StepEnd =
  /** Their results lie on the photo, or beside it. */
  | { readonly is: 'same' }
  /** Another picture, in a file of the data folder. */
  | { readonly is: 'picture'; readonly path: string }
  | FileToWrite;

/** One kind of step. */
export interface StepModule<Kind extends StepKind> {
  /** Reads nothing but the header, unless what is found decides. @throws AppError where the picture cannot take part */
  plan(step: StepOf<Kind>, picture: PlannedPicture, tools: StepTools): Promise<StepPlan>;
  /** May be repeated after any interruption, until its outcome is on the disk. @throws AppError */
  begin(step: StepOf<Kind>, turn: StepTurn, tools: StepTools): Promise<StepBegun>;
  /** For steps with calls, all of which are done; the results lie on the photo unless given. May be repeated. */
  end?(step: StepOf<Kind>, jobs: readonly StoredJob[], tools: StepTools): Promise<StepEnd>;
  /** True for a step that waits until the picture is accepted. */
  waits?(step: StepOf<Kind>): boolean;
}

/** Every kind has its module. */
export type StepModules = { readonly [Kind in StepKind]: StepModule<Kind> };

/** A plan of a step that sends nothing. */
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
