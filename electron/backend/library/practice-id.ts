import { sqlPart } from './row-values.ts';

export const PRACTICE_ID = 'practice';

/** Condition on rows of jobs: one run may have calls at practice and at an account. */
export const IS_PAID = sqlPart`connection_id <> ${PRACTICE_ID}`;

export function isPractice(connectionId: string): boolean {
  return connectionId === PRACTICE_ID;
}
