/** What the library takes on the disk. */
import { z } from 'zod';
import { procedure } from './common.ts';

export const libraryUsageSchema = z.strictObject({
  /** Bytes of all photos: the originals, what is shown of them, thumbnails. */
  photoBytes: z.int().nonnegative(),
  /** Bytes of all results with the answers that they were made of. */
  resultBytes: z.int().nonnegative(),
  /** … of which belong to hidden and deleted results, which may be removed. */
  hiddenResultBytes: z.int().nonnegative(),
  resultCount: z.int().nonnegative(),
  hiddenResultCount: z.int().nonnegative(),
  /** Bytes of all other files: videos, enlarged pictures … */
  otherBytes: z.int().nonnegative(),
  /** The setting `resultsMegabytes` in bytes. */
  resultLimitBytes: z.int().nonnegative(),
});
export type LibraryUsage = z.infer<typeof libraryUsageSchema>;

export const libraryContract = {
  usage: procedure.output(libraryUsageSchema),
  /**
   * Removes all hidden and deleted results for good, of every photo; what a job under way builds on
   * stays. Answers with how many went.
   */
  removeHidden: procedure.output(z.int().nonnegative()),
};
