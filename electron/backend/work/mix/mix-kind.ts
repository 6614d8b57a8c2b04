import type { Mix, MixedOutput, SaveMix } from '../../../../shared/contract/mix.ts';
import type { StoredOutput } from '../jobs/log/job-output-store.ts';
import type { StoredJob } from '../jobs/log/stored-job.ts';

export interface MixTarget {
  readonly job: StoredJob;
  readonly output: StoredOutput;
}

export interface MixFile {
  /** Without extension. */
  readonly stem: string;
  /** @param path absolute; must not exist */
  write(path: string): Promise<void>;
}

export interface MixKind {
  /** Without the user's blend. @throws AppError `not-found`, `storage` */
  describe(target: MixTarget): Promise<Omit<MixedOutput, 'mix'>>;
  /** Made on demand. @throws AppError `bad-answer`, `disk-full`, `storage` */
  layer(target: MixTarget): Promise<string>;
  /** The picture below, if it is not the library's own. */
  base?(target: MixTarget): Promise<string>;
  file(target: MixTarget, mix: Mix, options: SaveMix): MixFile;
  /** Adds the result to its photo; missing for kinds without one. */
  toStudio?(
    target: MixTarget,
    mix: Mix,
  ): Promise<{ readonly photoId: string; readonly patchId: string }>;
}
