import { Box, Center } from '@mantine/core';
import { IconMovie } from '@tabler/icons-react';
import { useState } from 'react';
import type { Job, JobOutput } from '../../../../shared/contract/jobs.ts';
import { photoThumbnailUrl } from '../../../../shared/media.ts';
import { ClipThumbnail } from '../../../viewer/clips/ClipThumbnail.tsx';
import { clipOf } from '../model/clip-list.ts';
import shared from '../../../core/ui/shared.module.css';

/** @param props.isPlaying e.g. while the pointer is over it */
export function ClipPicture(props: {
  readonly job: Job;
  /** The first by default. */
  readonly output?: JobOutput | undefined;
  readonly isPlaying: boolean;
}) {
  const { job, isPlaying } = props;
  const output = props.output ?? clipOf(job);
  const poster = output?.poster;
  const isPortrait = (output?.width ?? 0) < (output?.height ?? 0);
  const sent = job.subject === undefined ? undefined : photoThumbnailUrl(job.subject.photoId, '');
  const [isMissing, setMissing] = useState(false);
  const url = poster ?? job.preview ?? sent;
  if (url === undefined || isMissing) {
    return (
      <Center component="span">
        <IconMovie size={20} stroke={1.5} />
      </Center>
    );
  }
  return (
    <Box
      component="span"
      display="block"
      pos="relative"
      style={{ overflow: 'hidden', ...(isPortrait && { width: 'auto', aspectRatio: '3 / 4' }) }}
    >
      <img
        className={`${shared['cover']} ${shared['fit']}`}
        src={url}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setMissing(true)}
      />
      {isPlaying && output !== undefined && (
        <ClipThumbnail job={job} output={output.id} isPlaying={isPlaying} />
      )}
    </Box>
  );
}
