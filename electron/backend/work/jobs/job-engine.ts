import type { CleanError } from '../../service/common/clean-error.ts';
import type { JobClock } from './job-clock.ts';
import type { JobDeps } from './job-deps.ts';
import type { JobKinds } from './kinds/kinds.ts';
import type { JobPublisher } from './log/job-publisher.ts';

/** What sends, follows and repeats jobs. */
export interface JobEngine extends JobDeps {
  readonly kinds: JobKinds;
  readonly publisher: JobPublisher;
  readonly clock: JobClock;
  readonly cleanError: CleanError;
  readonly log: (line: string) => void;
}
