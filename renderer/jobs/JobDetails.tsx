/** Everything that is known of a job, for those who want to look behind it. */
import { Button, Code, CopyButton, Group, Text } from '@mantine/core';
import type { Job } from '../../shared/contract/jobs.ts';
import classes from './JobEntry.module.css';

export function JobDetails({ job }: { readonly job: Job }) {
  return (
    <div className={classes['details']}>
      {job.taskId !== undefined && (
        <Group gap="xs" wrap="nowrap">
          <Text size="xs" c="dimmed">
            Task ID
          </Text>
          <Code className={classes['taskId'] ?? ''}>{job.taskId}</Code>
          <CopyButton value={job.taskId}>
            {({ copied, copy }) => (
              <Button variant="subtle" color="gray" size="compact-xs" onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
        </Group>
      )}
      <Code block className={classes['facts'] ?? ''}>
        {detailLines(job).join('\n')}
      </Code>
    </div>
  );
}

/** Facts, one a line: times in UTC, the request as it was sent, and how the job ended. */
export function detailLines(job: Job): readonly string[] {
  const { id, createdAt, submittedAt, endedAt, expiresAt, seed, assetId, brief, error } = job;
  const times = Object.entries({
    created: createdAt,
    sent: submittedAt,
    ended: endedAt,
    'result expires': expiresAt,
  });
  const texts = Object.entries({ seed, 'asset id': assetId, 'error kind': error?.kind });
  return [
    `job: ${id}`,
    ...times.flatMap(([name, time]) =>
      time === undefined ? [] : [`${name}: ${new Date(time).toISOString()}`],
    ),
    ...texts.flatMap(([name, text]) => (text === undefined ? [] : [`${name}: ${text}`])),
    ...Object.entries(error?.details ?? {}).map(([name, value]) => `${name}: ${value}`),
    `request: ${JSON.stringify(brief, undefined, 1).replaceAll(/\s+/gu, ' ')}`,
  ];
}
