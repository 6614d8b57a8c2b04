/** The files that a job has brought: looked at, saved, shown in the file manager. */
import { Flex, Group } from '@mantine/core';
import { IconButton } from '../../base/ui/IconButton.tsx';
import { IconBrush, IconDeviceFloppy, IconFile, IconFolderOpen } from '@tabler/icons-react';
import type { Job, JobOutput } from '../../../shared/contract/jobs.ts';
import { formatBytes } from '../../base/ui/format.ts';
import type { JobActions } from './job-actions.ts';
import shared from '../../base/ui/shared.module.css';
import classes from './JobEntry.module.css';

export function JobOutputs({ job, actions }: { readonly job: Job; readonly actions: JobActions }) {
  return (
    <Flex component="ul" wrap="wrap" rowGap="2xs" columnGap="md" aria-label="Files">
      {job.outputs.map((output) => {
        const name = `file ${output.id + 1}`;
        return (
          <Group key={output.id} component="li" gap="xs" wrap="nowrap">
            <Preview output={output} />
            <span className={shared['small']}>{outputInWords(output)}</span>
            <IconButton
              label={`Save ${name}`}
              tip="Save as…"
              icon={<IconDeviceFloppy size={16} />}
              onClick={() => actions.saveOutput(job.id, output)}
            />
            {output.mediaType.startsWith('image/') && (
              <IconButton
                label={`Open ${name} in Studio`}
                tip="Open in Studio"
                icon={<IconBrush size={16} />}
                onClick={() => actions.openOutput(job.id, output)}
              />
            )}
            <IconButton
              label={`Show ${name} in folder`}
              tip="Show in folder"
              icon={<IconFolderOpen size={16} />}
              onClick={() => actions.showOutput(job.id, output)}
            />
          </Group>
        );
      })}
    </Flex>
  );
}

function Preview({ output }: { readonly output: JobOutput }) {
  const { url, mediaType } = output;
  if (mediaType.startsWith('image/')) {
    return <img className={classes['preview']} src={url} alt="" loading="lazy" decoding="async" />;
  }
  if (mediaType.startsWith('video/')) {
    return <video className={classes['preview']} src={url} preload="metadata" muted />;
  }
  return (
    <span className={classes['preview']}>
      <IconFile size={20} />
    </span>
  );
}

/** "MP4, 576 × 1024 px, 225 kB" */
export function outputInWords({ mediaType, width, height, byteLength }: JobOutput): string {
  const kind = mediaType.split('/')[1]?.toUpperCase() ?? mediaType;
  const size = width === undefined || height === undefined ? [] : [`${width} × ${height} px`];
  return [kind, ...size, formatBytes(byteLength)].join(', ');
}
