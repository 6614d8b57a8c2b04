/** The states of a job, and those in which nothing more happens by itself. */
import { z } from 'zod';

/**
 * `waiting` for its turn · `submitting` the request is on its way · `queued` the service has it and
 * has not begun · `processing` it works · `downloading` the result arrives · then one of the final
 * states. `unknown`: the request left and no answer came; it may have been charged, and only the
 * user decides how to go on. `expired`: the service made a result and no longer has it.
 */
export const jobStateSchema = z.enum([
  'waiting',
  'submitting',
  'queued',
  'processing',
  'downloading',
  'done',
  'failed',
  'unknown',
  'expired',
  'cancelled',
]);
export type JobState = z.infer<typeof jobStateSchema>;

/** States in which nothing more happens by itself. */
export const FINAL_JOB_STATES = ['done', 'failed', 'unknown', 'expired', 'cancelled'] as const;
export type FinalJobState = (typeof FINAL_JOB_STATES)[number];

/** See {@link FINAL_JOB_STATES}. */
export function isFinalJobState(state: JobState): state is FinalJobState {
  return (FINAL_JOB_STATES as readonly JobState[]).includes(state);
}
