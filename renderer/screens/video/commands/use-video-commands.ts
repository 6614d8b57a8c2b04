/** No letter key spends money: letters prepare, `Mod+Enter` sends. */
import { useClosers } from '../../../core/screen/closers.ts';
import { useCommands } from '../../../core/commands/commands.ts';
import { bindCommands } from '../../../core/commands/define-commands.ts';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { pickFiles } from '../../../features/files/file-input.ts';
import { unshown, UNSHOWN_OBSTACLE } from '../../../viewer/stage/unshown.ts';
import { runCommands } from '../../../features/runs/run-commands.ts';
import { VIDEO, VIDEO_RUNS } from './video-commands.ts';
import { clipOf, clipsInOrder } from '../model/clip-list.ts';
import { type ClipList, waitingClips } from '../clips/use-clips.ts';

import { COMPARED_CLIPS, focusedClip, useVideoSession } from '../session/index.ts';

/** @param shown may be rated out of the listed ones */
export function useVideoCommands(clips: ClipList, shown: Job | undefined): void {
  const session = useVideoSession();
  const state = session.store.getState;
  const openClip = (): Job | undefined =>
    [...clips.order, shown].find((job) => job !== undefined && job.id === state().clipId);
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
    state().compared === undefined ? openClip()?.id : focusedClip(state());

  const rate = (stars: number) => ({
    obstacle: () => (ratedId() === undefined ? 'Open a clip first' : undefined),
    run: () => {
      const id = ratedId();
      if (id !== undefined) void session.clips.rate(id, stars);
    },
  });

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
      close: () => session.store.setState({ compared: undefined }),
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
    ...bindCommands(VIDEO, {
      send: {
        obstacle() {
          const { photo } = session.slot.state.getState();
          if (photo === undefined) return 'Add a picture first';
          return unshown.getState().has(photo.id) ? UNSHOWN_OBSTACLE : undefined;
        },
        run: () => void session.send(),
      },
      open: () => pickFiles((files) => void session.slot.takeFiles(files)),
      againNew: { obstacle: needsClip, run: withClip((job) => void session.prepare(job, 'new')) },
      againSame: { obstacle: needsClip, run: withClip((job) => void session.prepare(job, 'same')) },
      select: { obstacle: needsClip, run: withClip((job) => session.runs.toggle(job.id)) },
      compare: {
        obstacle() {
          const { length } = state().selected;
          if (length < COMPARED_CLIPS.least) return 'Select two to four clips first';
          return length > COMPARED_CLIPS.most ? 'Select at most four clips' : undefined;
        },
        run: () => session.clips.compare(state().selected),
      },
      earlier: {
        obstacle: needsWaiting,
        run: withClip(
          (job) => void session.clips.move(job.id, 'earlier', waitingClips(job.connectionId)),
        ),
      },
      later: {
        obstacle: needsWaiting,
        run: withClip(
          (job) => void session.clips.move(job.id, 'later', waitingClips(job.connectionId)),
        ),
      },
      back: {
        obstacle() {
          const { selected, groupId, compared } = state();
          const isFree = selected.length === 0 && groupId === undefined && compared === undefined;
          return isFree ? 'Nothing is selected' : undefined;
        },
        run() {
          const { selected, compared } = state();
          if (compared !== undefined) session.store.setState({ compared: undefined });
          else if (selected.length > 0) session.runs.select([]);
          else session.clips.openGroup(undefined);
        },
      },
      stars0: rate(0),
      stars1: rate(1),
      stars2: rate(2),
      stars3: rate(3),
      stars4: rate(4),
      stars5: rate(5),
    }),
    ...runCommands(VIDEO_RUNS, {
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
  ]);
}
