/** The run that is shown: its progress, its end, or its result over the picture. */
import { Button, Loader, Text } from '@mantine/core';
import { useEffect } from 'react';
import { isFinalJobState, type Job } from '../../../../shared/contract/jobs.ts';
import { JobOutcome } from '../../../jobs/JobOutcome.tsx';
import { JobProgress } from '../../../jobs/JobProgress.tsx';
import { useJobActions, type JobActions } from '../../../jobs/job-actions.ts';
import { useMixState } from '../../../mixing/index.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import type { ViewLink } from '../../../viewer/index.ts';
import { useFacesSession } from '../session/index.ts';
import classes from '../Faces.module.css';
import { ResultView } from './ResultView.tsx';

/** @param props.job the run; `undefined` while there is none */
export function ResultPane(props: {
  readonly job: Job | undefined;
  readonly link: ViewLink | undefined;
}) {
  const { job, link } = props;
  const session = useFacesSession();
  const base = useJobActions();
  const hasResult = job !== undefined && job.outputs.length > 0;
  const jobId = hasResult ? job.id : undefined;
  useEffect(() => {
    void session.mixing.open(jobId === undefined ? undefined : { jobId, output: 0 });
  }, [session, jobId]);
  const actions: JobActions = {
    ...base,
    runAgain: (id) => void session.runAgain([id]),
    stop: (id) => void session.stop([id]),
  };
  return (
    <section className={classes['result']} aria-label="Result">
      {job === undefined ? (
        <div className={classes['empty']}>
          <Text size="sm" c="dimmed" ta="center">
            The result appears here. Everything after the call is free: strength, soft edge, and a
            brush that brings the picture back.
          </Text>
        </div>
      ) : hasResult ? (
        <Shown link={link} />
      ) : (
        <div className={classes['empty']}>
          <div className={classes['state']}>
            {isFinalJobState(job.state) ? (
              <Ended job={job} actions={actions} />
            ) : (
              <>
                <JobProgress job={job} />
                <Button variant="default" onClick={() => actions.stop(job.id)}>
                  Stop
                </Button>
              </>
            )}
          </div>
        </div>
      )}
    </section>
  );
}

function Ended({ job, actions }: { readonly job: Job; readonly actions: JobActions }) {
  if (job.error === undefined) {
    return (
      <Text size="sm" c="dimmed">
        Cancelled.
      </Text>
    );
  }
  return <JobOutcome job={job} actions={actions} canDismiss={false} />;
}

function Shown({ link }: { readonly link: ViewLink | undefined }) {
  const { mixing } = useFacesSession();
  const open = useMixState(mixing, (state) => state.open);
  const isOpening = useMixState(mixing, (state) => state.isOpening);
  const error = useMixState(mixing, (state) => state.error);
  return (
    <>
      {open !== undefined && <ResultView key={open.described.base.id} open={open} link={link} />}
      {open === undefined && isOpening && (
        <div className={classes['empty']}>
          <Loader color="gray" size="sm" aria-label="Opening the result" />
        </div>
      )}
      {error !== undefined && (
        <div className={classes['over']}>
          <ErrorNotice error={error} onClose={() => mixing.dismissError()} />
        </div>
      )}
    </>
  );
}
