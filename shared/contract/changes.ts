import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { takes } from './common.ts';

export const TOPICS = [
  'activity',
  'answers',
  'connections',
  'conversations',
  'documents',
  'followed-folders',
  'models',
  'prices',
  'prompt-tables',
  'recipes',
  'settings',
  'training-files',
  'training-summary',
] as const;

const changeSchema = z.strictObject({
  topic: z.enum(TOPICS),
  /** Empty: anything of the topic may have changed. */
  ids: z.array(z.string()).readonly(),
  /** Grows with every change of any topic. */
  revision: z.int().nonnegative(),
});

export type Topic = (typeof TOPICS)[number];
export type Change = z.infer<typeof changeSchema>;

export const changesContract = {
  /**
   * Streams what changed, a few times a second at most. The first value comes immediately and has
   * all topics that changed after `afterRevision`.
   */
  follow: takes({ afterRevision: z.int().min(-1) }).output(
    eventIterator(z.array(changeSchema).readonly()),
  ),
};
