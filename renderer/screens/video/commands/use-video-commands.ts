/** No letter key spends money: letters prepare, `Mod+Enter` sends. */
import { useClosers } from '../../../core/screen/closers.ts';
import { useCommands, type Command } from '../../../core/commands/commands.ts';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { pickFiles } from '../../../features/files/file-input.ts';
import { unshown, UNSHOWN_OBSTACLE } from '../../../viewer/stage/unshown.ts';
import { runCommands } from '../../../features/runs/run-commands.ts';
import { clipOf, clipsInOrder } from '../model/clip-list.ts';
import { waitingClips } from '../clips/waiting-clips.ts';
import type { Clips } from '../clips/use-clips.ts';
import { COMPARED_CLIPS, useVideoSession, useVideoState } from '../session/index.ts';

const MOST_STARS = 5;

export function useVideoCommands(clips: Clips): void {
  const session = useVideoSession();
  const state = useVideoState();
  const { order } = clips;

  const openClip = (): Job | undefined => order.find(({ id }) => id === state().clipId);
  const needsClip = (): string | undefined =>
    openClip() === undefined ? 'Open a clip first' : undefined;

  function withClip(act: (job: Job) => void): () => void {
    return () => {
      const job = openClip();
      if (job !== undefined) act(job);
    };
  }

  /** The clip in the player; in Compare the focused one. */
  const ratedId = (): string | undefined =>
    state().compared === undefined ? openClip()?.id : state().focusedId;

  const needsWaiting = (): string | undefined =>
    openClip()?.state === 'waiting' ? undefined : 'Open a clip that waits to be sent';

  /** ↑ and ↓ go through every clip, also the further ones of an answer. */
  const listed = clipsInOrder(clips.entries);
  const openListed = () => {
    const { clipId, clipOutput } = state();
    return listed.find(({ job, output }) => {
      return job.id === clipId && clipOf(job, clipOutput)?.id === output?.id;
    });
  };

  useClosers([
    {
      layer: 'view',
      isOpen: () => state().compared !== undefined,
      close: () => session.clips.closeCompare(),
    },
    {
      layer: 'content',
      isOpen: () => state().clipId !== undefined,
      close: () => session.clips.open(undefined),
    },
    {
      layer: 'content',
      isOpen: () => state().groupId !== undefined,
      close: () => session.clips.openGroup(undefined),
    },
  ]);
  useCommands([
    {
      id: 'video.send',
      title: 'Make the clip',
      group: 'Video',
      shortcuts: ['Mod+Enter'],
      obstacle() {
        const { photo } = session.slot.state.getState();
        if (photo === undefined) return 'Add a picture first';
        return unshown.getState().has(photo.id) ? UNSHOWN_OBSTACLE : undefined;
      },
      run: () => void session.send(),
    },
    {
      id: 'video.open',
      title: 'Select a picture…',
      group: 'Video',
      shortcuts: ['Mod+O'],
      run: () => pickFiles((files) => void session.slot.takeFiles(files)),
    },
    {
      id: 'video.againNew',
      title: 'Prepare this clip with a new seed',
      group: 'Clips',
      shortcuts: ['R'],
      obstacle: needsClip,
      run: withClip((job) => void session.prepare(job, 'new')),
    },
    {
      id: 'video.againSame',
      title: 'Change and run this clip',
      group: 'Clips',
      shortcuts: ['Shift+R'],
      obstacle: needsClip,
      run: withClip((job) => void session.prepare(job, 'same')),
    },
    ...runCommands({
      hasOtherEnds: true, // of the clip in the player
      screen: 'video',
      group: 'Clips',
      noun: 'clip',
      order: listed,
      runs: session.runs,
      pages: clips,
      selected: () => state().selected,
      openId: () => openListed()?.id,
      open(id) {
        const next = listed.find((each) => each.id === id);
        session.clips.open(next?.job.id ?? id, next?.output?.id);
      },
      remove() {
        const open = openListed();
        if (open !== undefined) void session.runs.remove([open.job.id]);
      },
    }),
    {
      id: 'video.select',
      title: 'Select or deselect this clip',
      group: 'Clips',
      shortcuts: ['Insert'],
      obstacle: needsClip,
      run: withClip((job) => session.runs.toggle(job.id)),
    },
    {
      id: 'video.compare',
      title: 'Compare selected clips',
      group: 'Clips',
      shortcuts: ['C'],
      obstacle() {
        const { length } = state().selected;
        if (length < COMPARED_CLIPS.least) return 'Select two to four clips first';
        return length > COMPARED_CLIPS.most ? 'Select at most four clips' : undefined;
      },
      run: () => session.clips.compare(state().selected),
    },
    {
      id: 'video.earlier',
      title: 'Send this clip earlier',
      group: 'Clips',
      shortcuts: ['Alt+ArrowUp'],
      obstacle: needsWaiting,
      run: withClip(
        (job) => void session.clips.move(job.id, 'earlier', waitingClips(job.connectionId)),
      ),
    },
    {
      id: 'video.later',
      title: 'Send this clip later',
      group: 'Clips',
      shortcuts: ['Alt+ArrowDown'],
      obstacle: needsWaiting,
      run: withClip(
        (job) => void session.clips.move(job.id, 'later', waitingClips(job.connectionId)),
      ),
    },
    {
      id: 'video.back',
      title: 'Deselect, or leave the group',
      group: 'Clips',
      shortcuts: ['Escape'],
      obstacle() {
        const { selected, groupId, compared } = state();
        const isFree = selected.length === 0 && groupId === undefined && compared === undefined;
        return isFree ? 'Nothing is selected' : undefined;
      },
      run() {
        const { selected, compared } = state();
        if (compared !== undefined) session.clips.closeCompare();
        else if (selected.length > 0) session.runs.select([]);
        else session.clips.openGroup(undefined);
      },
    },
    ...starCommands(
      () => (ratedId() === undefined ? 'Open a clip first' : undefined),
      (stars) => {
        const id = ratedId();
        if (id !== undefined) void session.clips.rate(id, stars);
      },
    ),
  ]);
}

function starCommands(
  obstacle: () => string | undefined,
  rate: (stars: number) => void,
): readonly Command[] {
  return Array.from({ length: MOST_STARS + 1 }, (_, stars) => ({
    id: `video.stars${stars}`,
    title: stars === 0 ? 'Remove the rating' : stars === 1 ? 'Rate 1 star' : `Rate ${stars} stars`,
    group: 'Clips',
    shortcuts: [String(stars)],
    keywords: ['rating', 'favourite'],
    obstacle,
    run: () => rate(stars),
  }));
}
