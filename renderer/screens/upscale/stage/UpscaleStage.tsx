/** The middle of the screen: a result, tries side by side, or the picture of the form. */
import type { Job } from '../../../../shared/contract/jobs.ts';
import { useJobs } from '../../../work/jobs/jobs.ts';
import type { JobPages } from '../../../work/jobs/use-job-pages.ts';
import { useShownRun } from '../../../work/runs/use-shown-run.ts';
import { pictureOf } from '../model/results.ts';
import { ResultStage } from '../result/ResultStage.tsx';
import { useUpscale } from '../session/index.ts';
import { TryGrid } from '../tries/TryGrid.tsx';
import { PictureStage } from './PictureStage.tsx';
import { RunningStage } from './RunningStage.tsx';

export function UpscaleStage({ pages }: { readonly pages: JobPages }) {
  const openId = useUpscale((state) => state.openId);
  const tryIds = useUpscale((state) => state.tryIds);
  const live = useJobs((state) => state.jobs);
  const find = (id: string): Job | undefined =>
    live.get(id) ?? pages.jobs.find((each) => each.id === id);
  const job = useShownRun(pages, openId);
  if (tryIds !== undefined) {
    return <TryGrid jobs={tryIds.flatMap((id) => find(id) ?? [])} />;
  }
  if (job === undefined) return <PictureStage />;
  const output = pictureOf(job);
  if (output === undefined) return <RunningStage job={job} />;
  return <ResultStage key={job.id} job={job} output={output} jobs={pages.jobs} />;
}
