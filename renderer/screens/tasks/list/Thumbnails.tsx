import { Box } from '@mantine/core';
import { IconDots, IconEye, IconFile, IconMovie, IconPhoto } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { isFinalJobState, type Job } from '../../../../shared/contract/jobs.ts';
import { fileThumbnailUrl, jobThumbnailUrl, photoThumbnailUrl } from '../../../../shared/media.ts';
import shared from '../../../core/ui/shared.module.css';

export function Thumbnails({ job }: { readonly job: Job }) {
  return (
    <>
      <Picture
        url={sentUrl(job)}
        fallback={job.subject === undefined ? <IconEye size={16} /> : <IconPhoto size={16} />}
      />
      <Result job={job} />
    </>
  );
}

const MARK = {
  pos: 'absolute',
  right: 'var(--gesso-space-2xs)',
  bottom: 'var(--gesso-space-2xs)',
  className: shared['badge'] ?? '',
} as const;

export function Result({ job }: { readonly job: Job }) {
  const url = resultUrl(job);
  const isClip = job.outputs[0]?.mediaType.startsWith('video/') === true;
  const more = job.outputs.length - 1;
  return (
    <Picture
      url={url ?? (isClip ? sentUrl(job) : undefined)}
      fallback={<ResultIcon job={job} isClip={isClip} />}
    >
      {isClip && (
        <Box {...MARK}>
          <IconMovie size={16} />
        </Box>
      )}
      {more > 0 && <Box {...MARK}>+{more}</Box>}
    </Picture>
  );
}

function ResultIcon({ job, isClip }: { readonly job: Job; readonly isClip: boolean }) {
  if (isClip) return <IconMovie size={16} />;
  if (job.outputs.length > 0) return <IconFile size={16} />;
  return isFinalJobState(job.state) ? (
    <IconPhoto size={16} opacity={0.4} />
  ) : (
    <IconDots size={16} />
  );
}

export function sentUrl({ subject }: Job): string | undefined {
  return subject === undefined ? undefined : photoThumbnailUrl(subject.photoId, '');
}

function resultUrl({ id, kind, state, outputs, preview, brief }: Job): string | undefined {
  const [first] = outputs;
  if (first?.poster !== undefined) return fileThumbnailUrl(first.poster);
  if (first?.mediaType.startsWith('image/') === true) return fileThumbnailUrl(first.url);
  const isPatch = kind === 'cleanup' || (brief.kind === 'remove-text' && brief.result === 'patch');
  if (isPatch && state === 'done') return jobThumbnailUrl(id);
  return preview;
}

/** @param props.fallback also shown if the picture is gone */
function Picture(props: {
  readonly url: string | undefined;
  readonly fallback: ReactNode;
  readonly children?: ReactNode;
}) {
  const { url, fallback, children } = props;
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const isShown = url !== undefined && url !== brokenUrl;
  return (
    <Box
      component="span"
      pos="relative"
      h="var(--gesso-control-lg)"
      className={shared['thumb'] ?? ''}
    >
      {isShown ? (
        <img src={url} alt="" loading="lazy" decoding="async" onError={() => setBrokenUrl(url)} />
      ) : (
        fallback
      )}
      {isShown && children}
    </Box>
  );
}
