import { isFinalJobState } from '../../../../shared/contract/jobs.ts';
import { Section } from '../../../core/ui/Form.tsx';
import { useJobs } from '../../../features/jobs/jobs.ts';
import { runsOnPhoto } from '../model/photo-jobs.ts';
import { EndedJob, RunningJob } from './JobEntry.tsx';
import { RunOfParts } from './RunOfParts.tsx';
import { useStudio } from '../session/index.ts';

export default function RunList() {
  const photoId = useStudio((state) => state.photo?.id);
  const jobs = useJobs((state) => state.jobs);
  const runs = photoId === undefined ? [] : runsOnPhoto(jobs, photoId);
  if (runs.length === 0) return null;
  return (
    <Section title="Runs">
      {runs.map((run) => {
        const [only] = run.jobs;
        if (run.jobs.length > 1 || only === undefined) return <RunOfParts key={run.id} run={run} />;
        return isFinalJobState(only.state) ? (
          <EndedJob key={run.id} job={only} />
        ) : (
          <RunningJob key={run.id} job={only} />
        );
      })}
    </Section>
  );
}
