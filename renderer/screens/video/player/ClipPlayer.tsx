import { Box, Stack, Group } from '@mantine/core';
import { useMemo, useState, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import type { Job, JobOutput } from '../../../../shared/contract/jobs.ts';
import type { Clip, ClipSnapshot, ReadSound } from '../../../viewer/clips/clips.ts';
import { isLeftAlone } from '../../../viewer/clips/left-alone.ts';
import { useClipSnapshot, useClock, useHeldClips } from '../../../viewer/clips/use-clips.ts';
import { jobActions } from '../../../features/jobs/job-actions.ts';
import type { ShownClip } from './clip-actions.ts';
import { ClipBar } from './ClipBar.tsx';
import { DAMAGE_WORDS, clipFailureWords, notesOf } from './clip-words.ts';
import { Scrubber } from './Scrubber.tsx';
import { Transport } from './Transport.tsx';
import { useClipPicture } from './use-clip-picture.ts';
import type { ShownPicture } from '../../../viewer/stage/viewer-types.ts';
import { ViewCommands } from './ViewCommands.tsx';
import { PictureViewer } from '../../../viewer/stage/PictureViewer.tsx';
import type { Size } from '../../../../shared/geometry/rect.ts';
import { useClipStart } from '../../../viewer/clips/use-clip-start.ts';
import { useSentPicture } from './use-sent-picture.ts';
import { useTransportCommands } from './use-transport-commands.ts';
import { VideoFallback } from './VideoFallback.tsx';
import { IconButton } from '../../../core/ui/IconButton.tsx';
import { useSetting, useUpdateSettings } from '../../../core/backend/settings.ts';
import { useCommands } from '../../../core/commands/commands.ts';
import { bindCommands } from '../../../core/commands/define-commands.ts';
import { SOUND } from '../commands/video-commands.ts';
import { PickMenu } from './PickMenu.tsx';
import type { Sound } from '../../../viewer/clips/clip-protocol.ts';
import type { ClipClock } from '../../../viewer/clips/clock.ts';
import { followClock } from '../../../viewer/clips/sound-follower.ts';
import { windowClips } from '../../../viewer/clips/window-clips.ts';
import { setLoudness, windowSpeaker } from '../../../viewer/clips/window-speakers.ts';
import { useKeyNames } from '../../../core/commands/shortcut-keys.ts';
import shared from '../../../core/ui/shared.module.css';
import classes from '../Video.module.css';

interface ClipPlayerProps {
  /** `undefined`: only mounts the hidden stage. */
  readonly shown: { readonly job: Job; readonly output: JobOutput } | undefined;
  /** Gets a frame as PNG with its settings. */
  readonly onUseFrame: (frame: Blob, name: string) => void;
}

/** Keys belong to it while its screen is in front. */
export function ClipPlayer({ shown, onUseFrame }: ClipPlayerProps) {
  const [tries, setTries] = useState(0);
  const { job, output } = shown ?? {};
  if (job !== undefined && output?.damage !== undefined && isLeftAlone(output)) {
    return (
      <VideoFallback
        key={output.url}
        job={job}
        output={output}

        reason={DAMAGE_WORDS[output.damage]}
        isLeftAlone
        onRetry={() => jobActions.measureOutput(job.id, output)}
      />
    );
  }
  return (
    <TriedPlayer
      key={tries}
      shown={shown}
      onUseFrame={onUseFrame}
      onRetry={() => setTries(tries + 1)}
    />
  );
}

/** Keeps one stage for all clips, because mounting it takes longer than decoding the first frame. */
function TriedPlayer(props: ClipPlayerProps & { readonly onRetry: () => void }) {
  const { shown, onUseFrame, onRetry } = props;
  const { job, output } = shown ?? {};
  const [held] = useHeldClips(output === undefined ? [] : [output]);
  // the previous clip is held until the effects have run
  const clip = held?.url === output?.url ? held : undefined;
  const { status, head } = useClipSnapshot(clip);
  const [picture, setPicture] = useState<ShownPicture>();
  const [controls, setControls] = useState<HTMLElement | null>(null);
  if (job !== undefined && output !== undefined && status.kind === 'failed') {
    return (
      <VideoFallback
        key={output.url}
        job={job}
        output={output}

        reason={clipFailureWords(status.failure, output.clip?.codec)}
        onRetry={status.failure === 'fetch' ? onRetry : undefined}
      />
    );
  }
  // measured when it was saved, so the stage is there while the file opens
  const { width, height } = head?.size ?? output ?? {};
  const isOpen = job !== undefined && output !== undefined && clip !== undefined;
  return (
    <Stack
      gap={0}
      h="100%"
      bg="var(--gesso-ground)"
      data-clip-player
      style={shown === undefined ? { visibility: 'hidden' } : undefined}
    >
      <Box pos="relative" flex={1} mih={0} data-menu="clip.copyFrame clip.saveFrame clip.save">
        <PictureViewer
          picture={picture}
          label={job?.title ?? ''}
          hasPlainKeys={false}
          series="clips"
        >
          {shown !== undefined && <ViewCommands />}
          {isOpen && width !== undefined && height !== undefined && (
            // the key makes another clip another player, so that nothing of the previous one is seen
            <FramePlayer
              key={clip.url}
              job={job}
              output={output}
              clip={clip}
              size={{ width, height }}
              controls={controls}

              onUseFrame={onUseFrame}
              onPicture={setPicture}
            />
          )}
        </PictureViewer>
      </Box>
      <div ref={setControls} className={classes['controls']} role="group" aria-label="Player" />
    </Stack>
  );
}

function FramePlayer(props: {
  readonly job: Job;
  readonly output: JobOutput;
  readonly clip: Clip;
  readonly size: Size;
  /** Gets the controls. */
  readonly controls: HTMLElement | null;
  readonly onUseFrame: ClipPlayerProps['onUseFrame'];
  readonly onPicture: (picture: ShownPicture | undefined) => void;
}) {
  const { job, output, clip, controls, onUseFrame, onPicture } = props;
  const { width, height } = props.size;
  const snapshot = useClipSnapshot(clip);
  const { times, status } = snapshot;
  const clock = useClock();
  const sound = useClipSound(clip, snapshot, output.mediaType, clock);
  const [isCovered, setCovered] = useState(false);
  const size = useMemo(() => ({ width, height }), [width, height]);
  const sent = useSentPicture(job, size, isCovered);
  const isReady = status.kind === 'ready';
  const hasBegun = useHasBegun(clip);
  useClipStart(clock, times, isReady && sound.kind !== 'loading');
  useTransportCommands(clock, times, setCovered);
  useClipPicture(clip, clock, size, isCovered ? sent : undefined, onPicture);

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
    <>
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
      {hasBegun &&
        controls !== null &&
        createPortal(
          <>
            <Transport
              clock={clock}
              times={times}
              isDisabled={!isReady}
              scrubber={<Scrubber clip={clip} clock={clock} size={size} />}
            />
            <SoundButtons kind={sound.kind} />
            <ClipBar shown={shown} clock={clock} onUseFrame={onUseFrame} />
          </>,
          controls,
        )}
    </>
  );
}

/** Delays the player's controls, which are slow to render, until the first frame is shown. */
function useHasBegun(clip: Clip): boolean {
  const [hasBegun, setBegun] = useState(false);
  useEffect(() => {
    let frame: number | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      if (frame !== undefined || clip.decoded === 0) return;
      frame = requestAnimationFrame(() => {
        timer = setTimeout(() => setBegun(true));
      });
    };
    follow();
    const stop = clip.subscribe(follow);
    return () => {
      stop();
      clearTimeout(timer);
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [clip]);
  return hasBegun;
}

const VOLUMES = [100, 75, 50, 25, 10] as const;

const OBSTACLES: Readonly<Record<ClipSound['kind'], string | undefined>> = {
  none: 'This clip has no sound.',
  loading: undefined,
  ready: undefined,
  failed: 'This computer can’t play the sound of this clip.',
};

/** Hidden for a clip without sound; the command says why it does nothing. */
function SoundButtons({ kind }: { readonly kind: ClipSound['kind'] }) {
  const { nameWithKeys } = useKeyNames();
  const isMuted = useSetting('isClipMuted');
  const volume = useSetting('clipVolume');
  const update = useUpdateSettings();
  const toggle = () => update({ isClipMuted: !isMuted });
  useCommands(bindCommands(SOUND, { mute: { obstacle: () => OBSTACLES[kind], run: toggle } }));
  if (kind === 'none') return null;
  const isDisabled = kind === 'failed';
  const volumes = [...new Set([...VOLUMES, volume])].sort((a, b) => b - a);
  return (
    <Group gap={0} wrap="nowrap">
      <IconButton
        label="Mute"
        tip={
          isMuted
            ? nameWithKeys('Unmute', SOUND.mute)
            : `${nameWithKeys('Mute', SOUND.mute)}. Sound plays at 1×, forwards.`
        }
        icon={isMuted ? <IconVolumeOff size={16} /> : <IconVolume size={16} />}
        aria-pressed={isMuted}
        disabled={isDisabled}
        onClick={toggle}
      />
      <PickMenu
        name="Volume"
        isDisabled={isDisabled}
        value={String(volume)}
        picks={volumes.map((each) => ({ value: String(each), label: `${each} %` }))}
        onPick={(value) => update({ clipVolume: Number(value), isClipMuted: false })}
      />
    </Group>
  );
}

type ClipSound =
  | { readonly kind: 'none' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly sound: Sound }
  /** The track exists but cannot be played. */
  | { readonly kind: 'failed'; readonly isTooLong: boolean };

/** @param snapshot of the clip */
function useClipSound(
  clip: Clip,
  snapshot: ClipSnapshot,
  mediaType: string,
  clock: ClipClock,
): ClipSound {
  const [read, setRead] = useState<ReadSound>();
  const isMuted = useSetting('isClipMuted');
  const volume = useSetting('clipVolume');
  const { head, times, status } = snapshot;
  const isWanted = head?.hasAudio === true && status.kind === 'ready';
  useEffect(() => {
    if (!isWanted) return undefined;
    let isGone = false;
    void windowClips()
      .readSound(clip, mediaType)
      .then((answer) => (isGone ? undefined : setRead(answer)));
    return () => {
      isGone = true;
    };
  }, [clip, mediaType, isWanted]);
  const sound = read?.sound;
  useEffect(() => {
    if (sound === undefined || isMuted) return undefined;
    return followClock(clock, times, windowSpeaker(sound));
  }, [sound, isMuted, clock, times]);
  useEffect(() => {
    if (sound !== undefined) setLoudness(volume / 100);
  }, [sound, volume]);

  if (head?.hasAudio !== true) return { kind: 'none' };
  if (read === undefined) return { kind: 'loading' };
  if (read.sound === undefined) return { kind: 'failed', isTooLong: read.failure === 'too-large' };
  return { kind: 'ready', sound: read.sound };
}
