import { Text } from '@mantine/core';
import { CopyButton } from '../../../core/ui/CopyButton.tsx';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { IconButton } from '../../../core/ui/IconButton.tsx';
import type { Job, JobDetails } from '../../../../shared/contract/jobs.ts';
import { jobDuration } from '../../../features/jobs/job-words.ts';
import { Fact, Facts } from '../../../core/ui/Facts.tsx';
import { formatDateTime, formatDuration, formatWhen } from '../../../core/ui/format.ts';
import { formatMoney } from '../../../core/ui/money.ts';

export function JobFacts(props: { readonly job: Job; readonly details: JobDetails | undefined }) {
  const { job, details } = props;
  const duration = jobDuration(job);
  const saved = details?.saved.map(({ name }) => name) ?? [];
  return (
    <Facts>
      <Fact name="Started">{formatDateTime(job.createdAt)}</Fact>
      {job.startsAt !== undefined && <Fact name="Sends">{formatWhen(job.startsAt)}</Fact>}
      {job.expectedAt !== undefined && <Fact name="Expected">{formatWhen(job.expectedAt)}</Fact>}
      {duration !== undefined && <Fact name="Took">{formatDuration(duration)}</Fact>}
      {!job.isPractice && job.price !== undefined && (
        <Fact name="Cost">{job.price === 0 ? 'Free: saved result' : formatMoney(job.price)}</Fact>
      )}
      {job.isPractice && <Fact name="Cost">Free</Fact>}
      <Fact name="Connection">{job.connectionName}</Fact>
      {job.seed !== undefined && (
        <Fact name="Seed">
          {job.seed}
          <Copy text={job.seed} />
        </Fact>
      )}
      {job.taskId !== undefined && (
        <Fact name="Task ID">
          <Text span size="xs" truncate>
            {job.taskId}
          </Text>
          <Copy text={job.taskId} />
        </Fact>
      )}
      {job.assetId !== undefined && (
        <Fact name="Asset ID">
          {job.assetId}
          <Copy text={job.assetId} />
        </Fact>
      )}
      {job.expiresAt !== undefined && <Fact name="Expires">{formatWhen(job.expiresAt)}</Fact>}
      {saved.length > 0 && <Fact name="Saved as">{saved.join(', ')}</Fact>}
    </Facts>
  );
}

function Copy({ text }: { readonly text: string }) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <IconButton
          label={`Copy ${text}`}
          tip={copied ? 'Copied' : 'Copy'}
          icon={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          size="sm"
          my="calc(-1 * var(--gesso-space-2xs))"
          onClick={copy}
        />
      )}
    </CopyButton>
  );
}
