/** Every state of a task with the time that it took. */
import { Text } from '@mantine/core';
import { isFinalJobState, type Job, type JobDetails } from '../../../../shared/contract/jobs.ts';
import { stateTitle } from '../../../work/jobs/job-words.ts';
import { LOCALE } from '../../../../shared/format-number.ts';
import { formatDateTime, formatDuration } from '../../../base/ui/format.ts';
import { Section } from './Section.tsx';
import classes from '../Tasks.module.css';

export function Timeline(props: {
  readonly job: Pick<Job, 'isPractice'>;
  readonly steps: JobDetails['timeline'];
}) {
  const { job, steps } = props;
  if (steps.length === 0) return null;
  return (
    <Section title="Timeline">
      <ol className={classes['timeline']}>
        {withKeys(steps).map(({ state, at, key }, index) => {
          const next = steps[index + 1];
          const duration =
            next === undefined || isFinalJobState(state) ? undefined : Math.max(0, next.at - at);
          return (
            <li key={key} data-over={isFinalJobState(state) || undefined}>
              <Text span size="xs">
                {stateTitle(state, job)}
              </Text>
              <Text span size="xs" c="dimmed" title={formatDateTime(at)}>
                {clock(at)}
                {duration !== undefined && ` · ${formatDuration(duration)}`}
              </Text>
            </li>
          );
        })}
      </ol>
    </Section>
  );
}

/** A state may come again. */
function withKeys(steps: JobDetails['timeline']) {
  return steps.map((step, index) => ({ ...step, key: `${index} ${step.state}` }));
}

function clock(at: number): string {
  return new Intl.DateTimeFormat(LOCALE, { timeStyle: 'medium' }).format(at);
}
