/** The stores and folders that jobs work on. */
import type { ResponseImageType } from '../../../shared/api/images.ts';
import type { DatabaseSync } from 'node:sqlite';
import type { ClipMeter } from '../imaging/clips/clip-facts.ts';
import type { FileStore } from '../library/file-store.ts';
import type { MaskStore } from '../library/mask-store.ts';
import type { PatchStore } from '../library/patch-store.ts';
import type { PhotoStore } from '../library/photo-store.ts';
import type { ReadingNotes } from '../library/reading-notes.ts';
import type { Answers } from './log/answers.ts';
import type { JobStore } from './log/job-store.ts';
import type { VideoMeasures } from './measures/video-measures.ts';

export interface JobParts {
  readonly database: DatabaseSync;
  /** Absolute path of the data folder. */
  readonly folder: string;
  readonly files: FileStore;
  readonly photos: PhotoStore;
  readonly patches: PatchStore;
  readonly masks: MaskStore;
  readonly jobs: JobStore;
  readonly answers: Answers;
  readonly clips: Pick<ClipMeter, 'measure'>;
  readonly reading: ReadingNotes;
  readonly videoMeasures: VideoMeasures;
  /** Type of the picture that clean-ups and text removals return; PNG unless given. Read anew each time. */
  readonly returnedType?: (() => ResponseImageType) | undefined;
  /** Whether training pictures are uploaded with their camera data; without them unless given. */
  readonly keepsCameraData?: (() => boolean) | undefined;
}

/** The connection of a job. */
export interface JobConnection {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
}
