/**
 * Plays clips that are too long or cannot be decoded by frames. Seeks to the middle of a frame,
 * since its border may give either neighbour.
 */
import { Button, Center, Stack, Text } from '@mantine/core';
import { IconDeviceFloppy, IconFolderOpen } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { Job, JobOutput } from '../../../../shared/contract/jobs.ts';
import { useCommands } from '../../../core/commands/commands.ts';
import { bindCommands } from '../../../core/commands/define-commands.ts';
import { FALLBACK } from '../commands/video-commands.ts';
import { jobActions } from '../../../features/jobs/job-actions.ts';
import { frameAt } from '../../../viewer/clips/clock.ts';
import shared from '../../../core/ui/shared.module.css';
import { createSeeker, type Seeker } from './video-seeker.ts';

export function VideoFallback(props: {
  readonly job: Job;
  readonly output: JobOutput;
  /** Why it is not shown frame by frame. */
  readonly reason: string;
  /** The browser does not play it as a whole either. */
  readonly isLeftAlone?: boolean | undefined;
  readonly onRetry?: (() => void) | undefined;
}) {
  const { job, output, reason, isLeftAlone = false, onRetry } = props;
  const [isBroken, setBroken] = useState(isLeftAlone || !output.mediaType.startsWith('video/'));
  const video = useRef<HTMLVideoElement>(null);
  const seeker = useRef<Seeker>(undefined);
  const times = output.clip?.frameTimes;

  useEffect(() => {
    const element = video.current;
    return () => {
      // pausing alone does not free a player
      element?.pause();
      element?.removeAttribute('src');
      element?.load();
    };
  }, []);

  function step(frames: number): void {
    const element = video.current;
    if (element === null || times === undefined) return;
    element.pause();
    const frame = frameAt(times, element.currentTime * 1000) + frames;
    const last = Math.max(0, times.length - 2);
    seeker.current ??= createSeeker(element);
    seeker.current.seek(middleOf(times, Math.min(Math.max(0, frame), last)));
  }

  useCommands(bindCommands(FALLBACK, { previousFrame: () => step(-1), nextFrame: () => step(1) }));

  if (isBroken) {
    return (
      <Center h="100%" p="lg" c="var(--gesso-on-ground-2)">
        <Stack align="center" gap="sm" maw={420}>
          <Text role="alert" ta="center" size="sm">
            {reason}
          </Text>
          <Button.Group>
            {onRetry !== undefined && (
              <Button variant="filled" onClick={onRetry}>
                Try again
              </Button>
            )}
            <Button
              leftSection={<IconFolderOpen size={16} />}
              onClick={() => jobActions.showOutput(job.id, output)}
            >
              Show
            </Button>
            <Button
              leftSection={<IconDeviceFloppy size={16} />}
              onClick={() => jobActions.saveOutput(job.id, output)}
            >
              Save as…
            </Button>
          </Button.Group>
        </Stack>
      </Center>
    );
  }
  return (
    <>
      <video
        ref={video}
        className={shared['fit']}
        data-whole
        src={output.url}
        controls
        loop
        playsInline
        aria-label={job.title}
        onError={() => setBroken(true)}
      />
      <div className={shared['onPicture']} data-side="left" data-top role="status">
        {reason}
      </div>
    </>
  );
}

/** Seconds. */
function middleOf(times: readonly number[], frame: number): number {
  return ((times[frame] ?? 0) + (times[frame + 1] ?? 0)) / 2000;
}
