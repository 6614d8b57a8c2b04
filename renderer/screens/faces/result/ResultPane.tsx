/** The run that is shown: its progress or its end over the picture, then its result. */
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isFinalJobState, type Job } from '../../../../shared/contract/jobs.ts';
import type { Photo } from '../../../../shared/contract/photos.ts';
import { queries } from '../../../base/backend/client.ts';
import { JobOutcome } from '../../../work/jobs/JobOutcome.tsx';
import { JobProgress } from '../../../work/jobs/JobProgress.tsx';
import { useJobActions, type JobActions } from '../../../work/jobs/job-actions.ts';
import { useMixState } from '../../../pictures/mixing/index.ts';
import { ErrorNotice } from '../../../base/ui/ErrorNotice.tsx';
import type { ViewLink } from '../../../pictures/viewer/comparing/linked-views.ts';
import { useWellState } from '../../../pictures/wells/index.ts';
import { useFacesSession } from '../session/index.ts';
import classes from '../Faces.module.css';
import { ResultView } from './ResultView.tsx';

/** @param props.job the run; `undefined` while there is none */
export function ResultPane(props: {
  readonly job: Job | undefined;
  readonly link: ViewLink | undefined;
}) {
  const { job, link } = props;
  const { mixing } = useFacesSession();
  const jobId = job !== undefined && job.outputs.length > 0 ? job.id : undefined;
  useEffect(() => {
    void mixing.open(jobId === undefined ? undefined : { jobId, output: 0 });
  }, [mixing, jobId]);
  const open = useMixState(mixing, (state) => state.open);
  const error = useMixState(mixing, (state) => state.error);
  // the picture is there before its result: it need not be opened then
  const photo = useSubject(job);
  const shown = open !== undefined && open.output.jobId === jobId ? open : undefined;
  const base = shown?.described.base ?? photo;
  return (
    <section className={classes['result']} aria-label="Result" data-menu="faces.save">
      {base !== undefined && <ResultView key={base.id} base={base} open={shown} link={link} />}
      {job === undefined && (
        <div className={classes['empty']}>
          <Text size="sm" ta="center">
            The result appears here. Everything after the call is free: strength, soft edge, and a
            brush that brings the picture back.
          </Text>
        </div>
      )}
      {job !== undefined && job.outputs.length === 0 && (
        <div className={classes['over']}>
          <State job={job} />
        </div>
      )}
      {error !== undefined && (
        <div className={classes['over']}>
          <ErrorNotice error={error} onClose={() => mixing.dismissError()} />
        </div>
      )}
    </section>
  );
}

/** The picture that receives the face. */
function useSubject(job: Job | undefined): Photo | undefined {
  const { wells } = useFacesSession();
  const { photo } = useWellState(wells.picture);
  const photoId = job?.subject?.photoId;
  const isInWell = photo !== undefined && photo.id === photoId;
  const asked = useQuery({
    ...queries.photos.get.queryOptions({ input: { photoId: photoId ?? '' } }),
    enabled: photoId !== undefined && !isInWell,
    retry: false,
  });
  if (photoId === undefined) return undefined;
  return isInWell ? photo : asked.data;
}

function State({ job }: { readonly job: Job }) {
  const session = useFacesSession();
  const base = useJobActions();
  const actions: JobActions = {
    ...base,
    runAgain: (id) => void session.runAgain([id]),
    stop: (id) => void session.runs.stop(id),
  };
  if (!isFinalJobState(job.state)) {
    return (
      <div className={classes['state']}>
        <JobProgress job={job} />
        <Button onClick={() => actions.stop(job.id)}>Stop</Button>
      </div>
    );
  }
  if (job.error !== undefined) return <JobOutcome job={job} actions={actions} canDismiss={false} />;
  return (
    <div className={classes['state']}>
      <Text size="sm">Cancelled.</Text>
    </div>
  );
}
