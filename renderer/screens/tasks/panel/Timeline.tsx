import { isFinalJobState, type Job, type JobDetails } from '../../../../shared/contract/jobs.ts';
import { stateTitle } from '../../../work/jobs/job-words.ts';
import { LOCALE } from '../../../../shared/format-number.ts';
import { formatDateTime, formatDuration } from '../../../base/ui/format.ts';
import { Fold } from '../../../base/ui/Form.tsx';
import classes from '../Tasks.module.css';

export function Timeline(props: {
  readonly job: Pick<Job, 'isPractice'>;
  readonly steps: JobDetails['timeline'];
}) {
  const { job, steps } = props;
  if (steps.length === 0) return null;
  const [first] = steps;
  const last = steps.at(-1);
  const isOver = last !== undefined && isFinalJobState(last.state);
  return (
    <Fold
      title="Timeline"
      isOpenAtFirst
      summary={
        first !== undefined && isOver ? formatDuration(Math.max(0, last.at - first.at)) : undefined
      }
    >
      <ol className={classes['timeline']}>
        {withKeys(steps).map(({ state, at, key }, index) => {
          const next = steps[index + 1];
          const duration =
            next === undefined || isFinalJobState(state) ? undefined : Math.max(0, next.at - at);
          return (
            <li key={key}>
              <span>{stateTitle(state, job)}</span>
              <span title={formatDateTime(at)}>{clock(at)}</span>
              <span>{duration !== undefined && formatDuration(duration)}</span>
            </li>
          );
        })}
      </ol>
    </Fold>
  );
}

/** Keys have the index, because a state may come again. */
function withKeys(steps: JobDetails['timeline']) {
  return steps.map((step, index) => ({ ...step, key: `${index} ${step.state}` }));
}

function clock(at: number): string {
  return new Intl.DateTimeFormat(LOCALE, { timeStyle: 'medium' }).format(at);
}
