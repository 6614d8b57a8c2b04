/** Creates posters of new clips, on any screen and while the window is hidden. */
import type { Job } from '../../shared/contract/jobs.ts';
import { wantingOutputs } from '../pictures/clips/wants-poster.ts';
import { jobsStore } from '../work/jobs/jobs.ts';

/** Runs until the signal is aborted. Its code is loaded when the first clip needs it. */
export function followPosters(signal: AbortSignal): void {
  let making: Promise<(jobs: Iterable<Job>) => void> | undefined;
  const look = (jobs: ReadonlyMap<string, Job>): void => {
    const wanting = [...jobs.values()].filter((job) => wantingOutputs(job).length > 0);
    if (wanting.length === 0) return;
    making ??= import('../pictures/clips/window-posters.ts').then((posters) =>
      posters.createWindowPosters(),
    );
    making.then(
      (make) => make(wanting),
      () => {
        making = undefined; // the code could not be loaded; the next change tries again
      },
    );
  };
  look(jobsStore.state.getState().jobs);
  const stop = jobsStore.state.subscribe(({ jobs }, before) => {
    if (jobs !== before.jobs) look(jobs);
  });
  signal.addEventListener('abort', stop, { once: true });
}
