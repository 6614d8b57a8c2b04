import type { Job } from '../../../../shared/contract/jobs.ts';
import { useJobs } from '../../../work/jobs/jobs.ts';
import type { JobPages } from '../../../work/jobs/use-job-pages.ts';
import { useOpenResult } from '../result/open-result.tsx';
import { ResultStage } from '../result/ResultStage.tsx';
import { useUpscale } from '../session/index.ts';
import { TryGrid } from '../tries/TryGrid.tsx';
import { PictureStage } from './PictureStage.tsx';
import { SentStage } from './SentStage.tsx';

export function UpscaleStage({ pages }: { readonly pages: JobPages }) {
  const tryIds = useUpscale((state) => state.tryIds);
  const live = useJobs((state) => state.jobs);
  const { job, output } = useOpenResult();
  const find = (id: string): Job | undefined =>
    live.get(id) ?? pages.jobs.find((each) => each.id === id);
  if (tryIds !== undefined) {
    return <TryGrid jobs={tryIds.flatMap((id) => find(id) ?? [])} />;
  }
  if (job === undefined) return <PictureStage />;
  if (output === undefined) return <SentStage job={job} />;
  return <ResultStage key={job.id} job={job} output={output} />;
}
