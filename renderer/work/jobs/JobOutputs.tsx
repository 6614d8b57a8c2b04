/** The files that a job has brought: looked at, saved, shown in the file manager. */
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconBrush, IconDeviceFloppy, IconFile, IconFolderOpen } from '@tabler/icons-react';
import type { Job, JobOutput } from '../../../shared/contract/jobs.ts';
import { formatBytes } from '../../base/ui/format.ts';
import type { JobActions } from './job-actions.ts';
import classes from './JobEntry.module.css';

export function JobOutputs({ job, actions }: { readonly job: Job; readonly actions: JobActions }) {
  return (
    <ul className={classes['outputs']} aria-label="Files">
      {job.outputs.map((output) => {
        const name = `file ${output.id + 1}`;
        return (
          <li key={output.id} className={classes['output']}>
            <Preview output={output} />
            <span className={classes['outputFacts']}>{describeOutput(output)}</span>
            <Tooltip label="Save as…">
              <ActionIcon
                size={28}
                aria-label={`Save ${name}`}
                onClick={() => actions.saveOutput(job.id, output)}
              >
                <IconDeviceFloppy size={18} />
              </ActionIcon>
            </Tooltip>
            {output.mediaType.startsWith('image/') && (
              <Tooltip label="Open in Studio">
                <ActionIcon
                  size={28}
                  aria-label={`Open ${name} in Studio`}
                  onClick={() => actions.openOutput(job.id, output)}
                >
                  <IconBrush size={18} />
                </ActionIcon>
              </Tooltip>
            )}
            <Tooltip label="Show in folder">
              <ActionIcon
                size={28}
                aria-label={`Show ${name} in folder`}
                onClick={() => actions.showOutput(job.id, output)}
              >
                <IconFolderOpen size={18} />
              </ActionIcon>
            </Tooltip>
          </li>
        );
      })}
    </ul>
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

function describeOutput({ mediaType, width, height, byteLength }: JobOutput): string {
  const kind = mediaType.split('/')[1]?.toUpperCase() ?? mediaType;
  const size = width === undefined || height === undefined ? [] : [`${width} × ${height} px`];
  return [kind, ...size, formatBytes(byteLength)].join(' · ');
}
