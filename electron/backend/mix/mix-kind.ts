/** The parts in which kinds of results differ when they are mixed. */
import type { Mix, MixedOutput, SaveMix } from '../../../shared/contract/mix.ts';
import type { StoredOutput } from '../jobs/log/job-output-store.ts';
import type { StoredJob } from '../jobs/log/stored-job.ts';

/** A result that is mixed. */
export interface MixTarget {
  readonly job: StoredJob;
  readonly output: StoredOutput;
}

/** A mixed picture on its way out. */
export interface MixFile {
  /** Without extension. */
  readonly stem: string;
  /** @param path absolute; does not exist yet */
  write(path: string): Promise<void>;
}

export interface MixKind {
  /** Everything about the result but the user's own mix. @throws AppError `not-found`, `storage` */
  describe(target: MixTarget): Promise<Omit<MixedOutput, 'mix'>>;
  /**
   * The result as it is laid: a picture of exactly its place. Made when it is first asked for.
   *
   * @returns its path in the data folder @throws AppError `bad-answer`, `disk-full`, `storage`
   */
  layer(target: MixTarget): Promise<string>;
  /** The picture below, where it is none of the library's own. */
  base?(target: MixTarget): Promise<string>;
  /** Base and result as one picture. */
  file(target: MixTarget, mix: Mix, options: SaveMix): MixFile;
  /** Puts the result over its photo; missing where the result is no part of a photo. */
  toStudio?(
    target: MixTarget,
    mix: Mix,
  ): Promise<{ readonly photoId: string; readonly patchId: string }>;
}
