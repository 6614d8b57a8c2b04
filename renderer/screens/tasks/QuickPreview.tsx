import { Box, Modal, Stack, Text } from '@mantine/core';
import type { Job, JobOutput } from '../../../shared/contract/jobs.ts';
import { ClipPreview } from '../../viewer/clips/ClipPreview.tsx';
import { isLeftAlone } from '../../viewer/clips/left-alone.ts';
import { JobEntry } from '../../features/jobs/JobEntry.tsx';
import { useJobActions } from '../../features/jobs/job-actions.ts';
import { kindTitle } from '../../features/jobs/job-words.ts';
import { openTask } from './session/open-task.ts';
import { sentUrl } from './list/Thumbnails.tsx';

export function QuickPreview(props: {
  readonly job: Job | undefined;
  readonly onClose: () => void;
}) {
  const { job, onClose } = props;
  const actions = useJobActions();
  return (
    <Modal
      opened={job !== undefined}
      onClose={onClose}
      title={job === undefined ? '' : `${kindTitle(job.kind)}: ${job.title}`}
      size="auto"
      centered
      onKeyDown={(event) => {
        if (event.key !== ' ') return;
        event.preventDefault();
        onClose();
      }}
    >
      {job !== undefined && (
        <Stack gap="sm">
          <Large job={job} />
          <JobEntry job={job} actions={actions} onOpen={() => openTask(job)} />
        </Stack>
      )}
    </Modal>
  );
}

function Large({ job }: { readonly job: Job }) {
  const [output] = job.outputs;
  if (output?.clip !== undefined && !isLeftAlone(output)) {
    return (
      <ClipPreview
        key={output.url}
        file={output}
        label={job.title}
        fallback={<Whole job={job} output={output} />}
      />
    );
  }
  return <Whole job={job} output={output} />;
}

const LARGE = { display: 'block', maw: '80vw', mah: '60vh' } as const;

function Whole({ job, output }: { readonly job: Job; readonly output: JobOutput | undefined }) {
  if (output?.mediaType.startsWith('video/') === true) {
    return (
      <Box
        component="video"
        {...LARGE}
        src={output.url}
        poster={output.poster ?? sentUrl(job)}
        controls
        loop
        muted
      />
    );
  }
  const url =
    output?.mediaType.startsWith('image/') === true ? output.url : (job.preview ?? sentUrl(job));
  if (url === undefined) return <Text size="sm">There is no picture of this task yet.</Text>;
  return <Box component="img" {...LARGE} src={url} alt="" />;
}
