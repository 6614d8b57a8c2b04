import { z } from 'zod';
import { procedure } from './common.ts';

const libraryUsageSchema = z.strictObject({
  /** Photos: originals, display pictures and thumbnails. */
  photoBytes: z.int().nonnegative(),
  /** Results with their raw answers. */
  resultBytes: z.int().nonnegative(),
  /** The part of these that belongs to hidden and deleted results, which may be removed. */
  hiddenResultBytes: z.int().nonnegative(),
  resultCount: z.int().nonnegative(),
  hiddenResultCount: z.int().nonnegative(),
  /** Other files: videos, enlarged pictures, copies of training files … */
  otherBytes: z.int().nonnegative(),
  resultLimitBytes: z.int().nonnegative(),
});
export type LibraryUsage = z.infer<typeof libraryUsageSchema>;

export const libraryContract = {
  usage: procedure.output(libraryUsageSchema),
  /** Permanent; keeps results that a running job builds on. Returns how many. */
  removeHidden: procedure.output(z.int().nonnegative()),
};
