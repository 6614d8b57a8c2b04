/** The library's space on the disk. */
import { z } from 'zod';
import { procedure } from './common.ts';

export const libraryUsageSchema = z.strictObject({
  /** Bytes of all photos: originals, pictures for the screen, thumbnails. */
  photoBytes: z.int().nonnegative(),
  /** Bytes of all results with the answers that they were made of. */
  resultBytes: z.int().nonnegative(),
  /** … of which belong to hidden and deleted results, which may be removed. */
  hiddenResultBytes: z.int().nonnegative(),
  resultCount: z.int().nonnegative(),
  hiddenResultCount: z.int().nonnegative(),
  /** Bytes of all other files: videos, enlarged pictures, copies of training files … */
  otherBytes: z.int().nonnegative(),
  /** The setting `resultsMegabytes` in bytes. */
  resultLimitBytes: z.int().nonnegative(),
});
export type LibraryUsage = z.infer<typeof libraryUsageSchema>;

export const libraryContract = {
  usage: procedure.output(libraryUsageSchema),
  /**
   * Removes all hidden and deleted results of every photo for good; results that a running job builds on
   * stay. Answers with the number of removed ones.
   */
  removeHidden: procedure.output(z.int().nonnegative()),
};
