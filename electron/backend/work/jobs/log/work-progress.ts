import { isFinalJobState } from '../../../../../shared/contract/jobs.ts';
import type { WorkProgress } from '../../../service/common/ports.ts';
import type { JobPublisher } from './job-publisher.ts';
import type { JobClock } from '../job-clock.ts';
import type { StoredJob } from './stored-job.ts';

/** Least interval between updates, ms. */
const INTERVAL = 500;

/**
 * Ended jobs count as done until none runs, so that progress never decreases.
 * @param deps.show gets `undefined` when idle
 */
export function followUnfinished(deps: {
  readonly publisher: Pick<JobPublisher, 'onChanged' | 'onProgress' | 'fraction'>;
  readonly clock: JobClock;
  readonly active: readonly StoredJob[];
  show(progress: WorkProgress | undefined): void;
}): { stop(): void } {
  const { publisher, clock } = deps;
  const active = new Set<string>();
  let total = 0;
  let shownAt = -Infinity;
  let isPlanned = false;
  let isStopped = false;
  let callOff = () => undefined as void;

  function note(job: StoredJob): void {
    if (!isFinalJobState(job.state)) {
      if (!active.has(job.id)) total += 1;
      active.add(job.id);
    } else active.delete(job.id);
    plan();
  }

  function plan(): void {
    if (isPlanned || isStopped) return;
    isPlanned = true;
    callOff = clock.after(Math.max(0, shownAt + INTERVAL - clock.now()), show);
  }

  function show(): void {
    isPlanned = false;
    shownAt = clock.now();
    if (active.size === 0) {
      total = 0;
      deps.show(undefined);
      return;
    }
    const partly = [...active].reduce((sum, id) => sum + (publisher.fraction(id) ?? 0), 0);
    const fraction = (total - active.size + partly) / total;
    deps.show({ running: active.size, fraction: fraction > 0 ? fraction : undefined });
  }

  for (const job of deps.active) note(job);
  publisher.onChanged(note);
  publisher.onProgress(plan);
  return {
    stop() {
      isStopped = true;
      callOff();
      deps.show(undefined);
    },
  };
}
