import type { Blend, BlendedOutput, SaveBlend } from '../../../../shared/contract/blend.ts';
import type { StoredOutput } from '../jobs/log/job-output-store.ts';
import type { StoredJob } from '../jobs/log/stored-job.ts';

export interface BlendTarget {
  readonly job: StoredJob;
  readonly output: StoredOutput;
}

interface BlendFile {
  readonly stem: string;
  /** @param path absolute; must not exist */
  write(path: string): Promise<void>;
}

export interface BlendKind {
  /** Without the user's blend. @throws AppError `not-found`, `storage` */
  describe(target: BlendTarget): Promise<Omit<BlendedOutput, 'blend'>>;
  /** Made on demand. @throws AppError `bad-answer`, `disk-full`, `storage` */
  layer(target: BlendTarget): Promise<string>;
  /** The picture below, if it is not the library's own. */
  base?(target: BlendTarget): Promise<string>;
  file(target: BlendTarget, blend: Blend, options: SaveBlend): BlendFile;
  toStudio?(
    target: BlendTarget,
    blend: Blend,
  ): Promise<{ readonly photoId: string; readonly patchId: string }>;
}
