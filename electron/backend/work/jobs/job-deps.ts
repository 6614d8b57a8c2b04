import type { DatabaseSync } from 'node:sqlite';
import type { ResponseImageType } from '../../../../shared/api/images.ts';
import type { ClipMeter } from '../../vision/imaging/clips/clip-facts.ts';
import type { FileStore } from '../../library/file-store.ts';
import type { MaskStore } from '../../library/mask-store.ts';
import type { PatchStore } from '../../library/patch-store.ts';
import type { PhotoStore } from '../../library/photo-store.ts';
import type { CrashGuard } from '../../library/crash-guard.ts';
import type { Answers } from './log/answers.ts';
import type { JobStore } from './log/job-store.ts';
import type { VideoMeasures } from './measures/video-measures.ts';

export interface JobDeps {
  readonly database: DatabaseSync;
  readonly folder: string;
  readonly files: FileStore;
  readonly photos: PhotoStore;
  readonly patches: PatchStore;
  readonly masks: MaskStore;
  readonly jobs: JobStore;
  readonly answers: Answers;
  readonly clips: Pick<ClipMeter, 'measure'>;
  readonly crashGuard: CrashGuard;
  readonly videoMeasures: VideoMeasures;
  /** Picture type for clean-ups and text removals, read each time; default: PNG. */
  readonly returnedType?: (() => ResponseImageType) | undefined;
  /** Whether training pictures keep their camera data; default: false. */
  readonly keepsCameraData?: (() => boolean) | undefined;
}

export interface JobConnection {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
}
