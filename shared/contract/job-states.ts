import { z } from 'zod';

/**
 * `submitting`: the request is being sent. `queued`: the service has not started. `unknown`: the
 * request was sent and no answer came, so it may have been charged, and only the user decides how
 * to continue. `expired`: the service no longer has the result.
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

/** States that never change by themselves. */
export const FINAL_JOB_STATES = ['done', 'failed', 'unknown', 'expired', 'cancelled'] as const;
export type FinalJobState = (typeof FINAL_JOB_STATES)[number];

export function isFinalJobState(state: JobState): state is FinalJobState {
  return (FINAL_JOB_STATES as readonly JobState[]).includes(state);
}
