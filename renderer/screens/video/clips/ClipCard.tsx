import { memo, useEffect, useMemo, useRef, useState } from 'react';
import type { Job, JobOutput } from '../../../../shared/contract/jobs.ts';
import { isLeftAlone } from '../../../viewer/clips/left-alone.ts';
import { decodeAhead } from '../../../viewer/clips/window-clips.ts';
import { JobCard } from '../../../features/runs/JobCard.tsx';
import { usePressRun } from '../../../features/runs/listed-runs.tsx';
import { whenAndCost } from '../../../features/runs/run-words.ts';
import { clipOf, measuresOfClip, settingsOfClip, titleOfClip } from '../model/clip-list.ts';
import { useVideo, useVideoSession } from '../session/index.ts';
import { ClipItems } from './ClipItems.tsx';
import { ClipPicture } from './ClipPicture.tsx';
import { StarsShown } from './Stars.tsx';

export const ClipCard = memo(function ClipCard(props: {
  readonly job: Job;
  readonly output: JobOutput | undefined;
}) {
  const { job, output } = props;
  const { id } = job;
  const { clips, runs } = useVideoSession();
  const isOpen = useVideo(
    ({ clipId, clipOutput }) => clipId === id && clipOf(job, clipOutput)?.id === output?.id,
  );
  const isSelected = useVideo((state) => state.selected.includes(id));
  const { isRested, handlers } = useRestedPointer();
  const press = usePressRun(runs, () => clips.open(id, output?.id));
  const playable =
    output !== undefined && output.clip?.isPlayable !== false && !isLeftAlone(output)
      ? output
      : undefined;
  // who rests on a card is likely to press it, also where clips do not play under the pointer
  useEffect(() => {
    if (isRested && playable !== undefined) decodeAhead(playable);
  }, [isRested, playable]);
  const hasFile = job.state !== 'done' || output !== undefined;
  return (
    <JobCard
      job={job}
      title={settingsOfClip(job)}
      detail={
        output?.damage !== undefined ? (
          <span data-failed>Damaged</span>
        ) : hasFile ? (
          job.seed === undefined ? (
            job.title
          ) : (
            `Seed ${job.seed}`
          )
        ) : (
          <span data-failed>No clip</span>
        )
      }
      facts={<StarsShown value={job.stars} />}
      hint={[titleOfClip(job, output), measuresOfClip(output).join(', '), whenAndCost(job)]
        .filter(Boolean)
        .join('\n')}
      isOpen={isOpen}
      isSelected={isSelected}
      pictures={<ClipPicture job={job} output={output} isPlaying={isRested} />}
      items={<ClipItems job={job} output={output} />}
      runs={runs}
      hover={{ ...handlers, onPointerDown: () => playable && decodeAhead(playable) }}
      onPress={(event) => press(event, id)}
    />
  );
});

/** Ms. */
const REST = 150;

/**
 * True while the pointer rests on an element; passing over it, as while scrolling, starts nothing.
 */
function useRestedPointer(): {
  readonly isRested: boolean;
  readonly handlers: { onPointerEnter(): void; onPointerLeave(): void };
} {
  const [isRested, setRested] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const handlers = useMemo(
    () => ({
      onPointerEnter() {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => setRested(true), REST);
      },
      onPointerLeave() {
        clearTimeout(timer.current);
        setRested(false);
      },
    }),
    [],
  );
  return { isRested, handlers };
}
