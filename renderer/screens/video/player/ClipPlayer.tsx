import { Box, Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Job, JobOutput } from '../../../../shared/contract/jobs.ts';
import type { Clip } from '../../../pictures/clips/clips.ts';
import { isLeftAlone } from '../../../pictures/clips/left-alone.ts';
import { useClip, useClipSnapshot, useClock } from '../../../pictures/clips/use-clips.ts';
import { useJobActions, type JobActions } from '../../../work/jobs/job-actions.ts';
import type { ShownClip } from './clip-actions.ts';
import { ClipBar } from './ClipBar.tsx';
import { ClipStage } from './ClipStage.tsx';
import { DAMAGE_WORDS, failureWords, notesOf } from './clip-words.ts';
import shared from '../../../base/ui/shared.module.css';
import classes from '../Video.module.css';
import { Scrubber } from './Scrubber.tsx';
import { SoundButtons } from './SoundButtons.tsx';
import { Transport } from './Transport.tsx';
import { useHasBegun } from './first-frame.ts';
import { useClipSound } from './use-clip-sound.ts';
import { useClipStart } from '../../../pictures/clips/use-clip-start.ts';
import { useSentPicture } from './use-sent-picture.ts';
import { useTransportCommands } from './use-transport-commands.ts';
import { VideoFallback } from './VideoFallback.tsx';

export interface ClipPlayerProps {
  readonly job: Job;
  /** Id of the file. */
  readonly output: number;
  /** Gets a frame as PNG with its settings. */
  readonly onUseFrame?: ((frame: Blob, name: string) => void) | undefined;
}

/** Keys belong to it while its screen is in front. */
export function ClipPlayer(props: ClipPlayerProps) {
  const { job, onUseFrame } = props;
  const output = job.outputs.find(({ id }) => id === props.output);
  if (output === undefined) return null;
  // the key makes another clip another player, so that nothing of the previous one is seen
  return <OpenPlayer key={output.url} job={job} output={output} onUseFrame={onUseFrame} />;
}

interface OpenProps {
  readonly job: Job;
  readonly output: JobOutput;
  readonly onUseFrame: ClipPlayerProps['onUseFrame'];
}

function OpenPlayer({ job, output, onUseFrame }: OpenProps) {
  const [tries, setTries] = useState(0);
  const actions = useJobActions();
  if (output.damage !== undefined && isLeftAlone(output)) {
    return (
      <VideoFallback
        job={job}
        output={output}
        actions={actions}
        reason={DAMAGE_WORDS[output.damage]}
        isLeftAlone
        onRetry={() => actions.measureOutput(job.id, output)}
      />
    );
  }
  return (
    <TriedPlayer
      key={tries}
      job={job}
      output={output}
      onUseFrame={onUseFrame}
      onRetry={() => setTries(tries + 1)}
    />
  );
}

function TriedPlayer(props: OpenProps & { readonly onRetry: () => void }) {
  const { job, output, onUseFrame, onRetry } = props;
  const actions = useJobActions();
  const clip = useClip(output);
  const { status, head } = useClipSnapshot(clip);
  if (status.kind === 'failed') {
    return (
      <VideoFallback
        job={job}
        output={output}
        actions={actions}
        reason={failureWords(status.failure, output.clip?.codec)}
        onRetry={status.failure === 'fetch' ? onRetry : undefined}
      />
    );
  }
  const { width, height } = head?.size ?? output;
  if (clip === undefined || width === undefined || height === undefined) {
    return null;
  }
  return (
    <FramePlayer job={job} output={output} clip={clip} actions={actions} onUseFrame={onUseFrame} />
  );
}

function FramePlayer(props: OpenProps & { readonly clip: Clip; readonly actions: JobActions }) {
  const { job, output, clip, actions, onUseFrame } = props;
  const snapshot = useClipSnapshot(clip);
  const { head, times, status } = snapshot;
  const clock = useClock();
  const sound = useClipSound(clip, snapshot, output.mediaType, clock);
  const [isCovered, setCovered] = useState(false);
  // measured when it was saved, so the stage is there while the file opens
  const { width = 1, height = 1 } = head?.size ?? output;
  const size = useMemo(() => ({ width, height }), [width, height]);
  const sent = useSentPicture(job, size, isCovered);
  const isReady = status.kind === 'ready';
  const hasBegun = useHasBegun(clip);
  useClipStart(clock, times, isReady && sound.kind !== 'loading');
  useTransportCommands(clock, times, setCovered);

  const shown: ShownClip = {
    job,
    output,
    clip,
    size,
    times,
    sound: sound.kind === 'ready' ? sound.sound : undefined,
  };
  const notes = notesOf(snapshot, sound);
  return (
    <Stack gap={0} h="100%" bg="var(--gesso-ground)" data-clip-player>
      <Box pos="relative" flex={1} mih={0} data-menu="clip.copyFrame clip.saveFrame clip.save">
        <ClipStage
          clip={clip}
          clock={clock}
          size={size}
          label={job.title}
          cover={isCovered ? sent : undefined}
        >
          {isCovered && (
            <div className={shared['onPicture']} data-side="left" data-top role="status">
              {sent === undefined ? 'The sent picture is not available.' : 'Sent picture'}
            </div>
          )}
          {!isCovered && notes.length > 0 && (
            <div className={shared['onPicture']} data-side="left" data-top role="status">
              {notes.join(' ')}
            </div>
          )}
        </ClipStage>
      </Box>
      <div className={classes['controls']} role="group" aria-label="Player">
        {hasBegun && (
          <>
            <Transport
              clock={clock}
              times={times}
              isDisabled={!isReady}
              scrubber={<Scrubber clip={clip} clock={clock} size={size} />}
            />
            <SoundButtons kind={sound.kind} />
            <ClipBar shown={shown} clock={clock} actions={actions} onUseFrame={onUseFrame} />
          </>
        )}
      </div>
    </Stack>
  );
}
