import { z } from 'zod';

/**
 * `unknown`: sent without an answer, so it may have been charged, and only the user decides how to
 * continue. `expired`: the service no longer has the result.
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

const FINAL_JOB_STATES = ['done', 'failed', 'unknown', 'expired', 'cancelled'] as const;
export type FinalJobState = (typeof FINAL_JOB_STATES)[number];

export function isFinalJobState(state: JobState): state is FinalJobState {
  return (FINAL_JOB_STATES as readonly JobState[]).includes(state);
}
