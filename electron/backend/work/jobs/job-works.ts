/** Wires kinds, publisher, sender, poller, and listeners for ends. */
import { join } from 'node:path';
import type { JobKindName } from '../../../../shared/contract/job-requests.ts';
import type { CleanError } from '../../service/common/clean-error.ts';
import type { HostPorts } from '../../service/common/ports.ts';
import type { Connections } from '../../accounts/connections/connections.ts';
import { guardedClock, SYSTEM_JOB_CLOCK, type JobClock } from './job-clock.ts';
import type { JobDeps } from './job-deps.ts';
import { createJobKinds } from './kinds/kinds.ts';
import { createJobPublisher } from './log/job-publisher.ts';
import type { StoredJob } from './log/stored-job.ts';
import { createJobNotices, createNoticePictures } from './notices/job-notices.ts';

import { createJobSender } from './sending/job-sender.ts';
import { createSlotClock, type SlotGroup } from './sending/slot-clock.ts';
import { createJobFollower } from './tasks/job-follower.ts';
import { createJobPreviews } from './tasks/job-previews.ts';

/** Limits of parallel work, read each time. */
export interface JobRates {
  readonly concurrentCalls: number;
  /** Requests per minute and connection. */
  readonly perMinute: Readonly<Record<SlotGroup, number>>;
}

export interface JobWorksDeps extends JobDeps {
  readonly connections: Pick<Connections, 'ready' | 'named' | 'exists'>;
  readonly ports: Pick<HostPorts, 'notify' | 'showsNotices'>;
  readonly cleanError: CleanError;
  readonly log: (line: string) => void;
  readonly rates: () => JobRates;
  readonly openJob?: ((jobId: string, kind: JobKindName) => void) | undefined;
  readonly onResult?: ((job: StoredJob) => void) | undefined;
  readonly clock?: JobClock | undefined;
}

export type JobWorks = ReturnType<typeof createJobWorks>;

export function createJobWorks(deps: JobWorksDeps) {
  const { rates } = deps;
  const clock = guardedClock(deps.clock ?? SYSTEM_JOB_CLOCK, deps.log);
  const kinds = createJobKinds(deps, clock);
  const publisher = createJobPublisher(deps, kinds, clock);
  const engine = { ...deps, kinds, publisher, clock };
  const notices = createJobNotices({
    ...engine,
    pictures: createNoticePictures(deps),
    openJob: (job) => deps.openJob?.(job.id, job.kind),
  });
  const slots = createSlotClock(deps.database, (group) => rates().perMinute[group]);
  const idleWaiters = new Set<() => void>();
  let isClosed = false;

  function onDone(job: StoredJob): void {
    deps.onResult?.(job);
    notices.announce(job);
  }

  function onQuiet(): void {
    if (!isClosed && !(sender.isIdle() && follower.isIdle())) return;
    for (const resolve of idleWaiters) resolve();
    idleWaiters.clear();
  }

  const previews = createJobPreviews({
    folder: join(deps.folder, 'cache', 'previews'),
    log: deps.log,
    onNew: (jobId, preview) => publisher.setProgress(jobId, { preview }),
  });
  const common = { ...engine, previews, onDone, onQuiet };
  const follower = createJobFollower(common);
  const sender = createJobSender({
    ...common,
    slots,
    concurrency: () => rates().concurrentCalls,
    onTask: (job) => follower.follow(job, 'soon'),
  });

  return {
    clock,
    kinds,
    publisher,
    previews,
    sender,
    follower,
    whenIdle(): Promise<void> {
      return new Promise((resolve) => {
        idleWaiters.add(resolve);
        sender.pump();
      });
    },
    async close(): Promise<void> {
      await Promise.all([sender.close(), follower.close(), previews.close(), notices.close()]);
      isClosed = true;
      onQuiet();
    },
  };
}
