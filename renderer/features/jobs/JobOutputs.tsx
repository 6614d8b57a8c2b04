/** The files of a job: shown, saved, revealed in the file manager. */
import { Box, Center, Flex, Group } from '@mantine/core';
import { IconBrush, IconDeviceFloppy, IconFile, IconFolderOpen } from '@tabler/icons-react';
import { IconButton } from '../../core/ui/IconButton.tsx';
import type { Job, JobOutput } from '../../../shared/contract/jobs.ts';
import { formatBytes } from '../../core/ui/format.ts';
import { jobActions } from './job-actions.ts';
import shared from '../../core/ui/shared.module.css';

export function JobOutputs({ job }: { readonly job: Job }) {
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
              onClick={() => jobActions.saveOutput(job.id, output)}
            />
            {output.mediaType.startsWith('image/') && (
              <IconButton
                label={`Open ${name} in Studio`}
                tip="Open in Studio"
                icon={<IconBrush size={16} />}
                onClick={() => jobActions.openOutput(job.id, output)}
              />
            )}
            <IconButton
              label={`Show ${name} in folder`}
              tip="Show in folder"
              icon={<IconFolderOpen size={16} />}
              onClick={() => jobActions.showOutput(job.id, output)}
            />
          </Group>
        );
      })}
    </Flex>
  );
}

const PREVIEW = {
  w: 'var(--gesso-number)',
  h: 'var(--gesso-control-lg)',
  bg: 'var(--gesso-ground)',
  bdrs: 'sm',
  style: { objectFit: 'contain' },
} as const;

function Preview({ output }: { readonly output: JobOutput }) {
  const { url, mediaType } = output;
  if (mediaType.startsWith('image/')) {
    return <Box component="img" {...PREVIEW} src={url} alt="" loading="lazy" decoding="async" />;
  }
  if (mediaType.startsWith('video/')) {
    return <Box component="video" {...PREVIEW} src={url} preload="metadata" muted />;
  }
  return (
    <Center component="span" {...PREVIEW}>
      <IconFile size={20} />
    </Center>
  );
}

/** Such as "MP4, 576 × 1024 px, 225 kB". */
export function outputInWords({ mediaType, width, height, byteLength }: JobOutput): string {
  const kind = mediaType.split('/')[1]?.toUpperCase() ?? mediaType;
  const size = width === undefined || height === undefined ? [] : [`${width} × ${height} px`];
  return [kind, ...size, formatBytes(byteLength)].join(', ');
}
