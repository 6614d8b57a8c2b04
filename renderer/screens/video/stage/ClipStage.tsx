/** The middle of the screen: the player, Compare, or a word on what to do. */
import { Text } from '@mantine/core';
import { isFinalJobState, type Job } from '../../../../shared/contract/jobs.ts';
import { useEffect } from 'react';
import { windowClips } from '../../../pictures/clips/window-clips.ts';
import { useJobs } from '../../../work/jobs/jobs.ts';
import { useJobActions } from '../../../work/jobs/job-actions.ts';
import { JobOutcome } from '../../../work/jobs/JobOutcome.tsx';
import { JobOutputs } from '../../../work/jobs/JobOutputs.tsx';
import { useShownRun } from '../../../work/runs/use-shown-run.ts';
import { readError } from '../../../base/backend/read-error.ts';
import { gestureKeys } from '../../../base/commands/shortcut-keys.ts';
import { say } from '../../../base/ui/say.ts';
import { ClipProgress } from '../clips/ClipProgress.tsx';
import { SentPicture } from './SentPicture.tsx';
import type { Clips } from '../clips/use-clips.ts';
import { ClipCompare } from '../compare/ClipCompare.tsx';
import { clipOf, titleOfClip } from '../model/clip-list.ts';
import { ClipPlayer } from '../player/ClipPlayer.tsx';
import { useVideo, useVideoSession } from '../session/index.ts';
import classes from '../Video.module.css';

/** Stars of the clip that is left when the others were dropped. */
const PICKED_STARS = 5;

export function ClipStage({ clips }: { readonly clips: Clips }) {
  const job = useShownRun(
    clips,
    useVideo((state) => state.clipId),
  );
  const clipOutput = useVideo((state) => state.clipOutput);
  const compared = useVideo((state) => state.compared);
  const session = useVideoSession();
  const live = useJobs((state) => state.jobs);
  // ready by the time the first clip is opened
  useEffect(() => windowClips().warm(), []);
  // the window hears of the latest clips; older ones come with the pages of the list
  const find = (id: string): Job | undefined =>
    live.get(id) ?? clips.jobs.find((each) => each.id === id);
  if (compared !== undefined) {
    const shown = compared.flatMap((id) => {
      const each = find(id);
      const file = each && clipOf(each);
      if (each === undefined || file === undefined) return [];
      return [{ job: each, output: file.id, title: titleOfClip(each) }];
    });
    return (
      <div className={classes['place']} role="region" aria-label="Compare">
        <ClipCompare
          clips={shown}
          onClose={() => session.clips.closeCompare()}
          onFocus={(focused) => session.clips.focusCompared(focused.id)}
          onPick={(picked) => {
            void session.clips.rate(picked.id, PICKED_STARS);
            session.clips.open(picked.id);
          }}
        />
      </div>
    );
  }
  const useFrame = (frame: Blob, name: string): void => {
    session.well
      .takeFiles([new File([frame], name, { type: 'image/png' })])
      .catch((thrown: unknown) => say(readError(thrown).message));
  };
  if (job === undefined) return <Nothing hasClips={clips.jobs.length > 0} />;
  const output = clipOf(job, clipOutput);
  return (
    <div className={classes['place']} role="region" aria-label="Player">
      {output === undefined ? (
        <WithoutClip job={job} />
      ) : (
        <ClipPlayer job={job} output={output.id} onUseFrame={useFrame} />
      )}
    </div>
  );
}

/** The sent picture while the clip is made; where there will be none, the reason and the ways out. */
function WithoutClip({ job }: { readonly job: Job }) {
  const actions = useJobActions();
  return (
    <>
      <SentPicture job={job} />
      {!isFinalJobState(job.state) && (
        <div className={classes['making']}>
          <ClipProgress job={job} isLarge />
        </div>
      )}
      {isFinalJobState(job.state) && (
        <div className={classes['outcome']}>
          <JobOutcome job={job} actions={actions} canDismiss={false} />
          {job.outputs.length > 0 && <JobOutputs job={job} actions={actions} />}
        </div>
      )}
    </>
  );
}

function Nothing({ hasClips }: { readonly hasClips: boolean }) {
  return (
    <div className={classes['nothing']}>
      <Text size="sm" c="dimmed" ta="center" maw={360}>
        {hasClips
          ? `Select a clip to play it here. Select two to four with ${gestureKeys({ how: 'Mod' })} to compare them.`
          : 'Add a picture on the left and make a clip of it. It plays here when it is ready.'}
      </Text>
    </div>
  );
}
