import type { Job } from '../../../../shared/contract/jobs.ts';
import { clipOf } from '../model/clip-list.ts';
import type { RunActions } from '../../../work/runs/run-actions.ts';
import type { VideoParts } from './video-parts.ts';
import { COMPARED_CLIPS } from './video-store.ts';

export interface ClipActions {
  /** Shows the new clip while it is made, unless another one is being watched. */
  sent(jobId: string): void;
  /** `undefined` closes it. @param output of several; the first by default */
  open(jobId: string | undefined, output?: number): void;
  /** Compares the clips that are ready; `undefined` shows all entries. */
  openGroup(groupId: string | undefined, members?: readonly Job[]): void;
  /** Compares the clips, unless the user is looking at something else. */
  groupReady(groupId: string, members: readonly Job[]): void;
  /** Two to four. */
  compare(jobIds: readonly string[]): void;
  focusCompared(jobId: string): void;
  closeCompare(): void;
  filterByStars(least: number): void;
  showPictureLarge(isLarge: boolean): void;
  rate(jobId: string, stars: number): Promise<void>;
  move(jobId: string, direction: 'earlier' | 'later', waiting: readonly Job[]): Promise<void>;
}

export function createClipActions(
  { backend, store, hasClip }: Pick<VideoParts, 'backend' | 'store' | 'hasClip'>,
  { attempt }: Pick<RunActions, 'attempt'>,
): ClipActions {
  function compareReady(members: readonly Job[]): void {
    const ready = members.filter((job) => clipOf(job) !== undefined).map(({ id }) => id);
    if (ready.length >= COMPARED_CLIPS.least) {
      store.setState({ compared: ready.slice(0, COMPARED_CLIPS.most), isPictureLarge: undefined });
    }
  }

  return {
    sent(jobId) {
      const { clipId, compared, isPictureLarge } = store.getState();
      const isWatched = clipId !== undefined && hasClip(clipId);
      if (isWatched || compared !== undefined || isPictureLarge === true) return;
      store.setState({ clipId: jobId, clipOutput: undefined });
    },
    open: (clipId, clipOutput) =>
      store.setState({
        clipId,
        clipOutput,
        selected: [],
        compared: undefined,
        isPictureLarge: undefined,
      }),
    openGroup(groupId, members = []) {
      store.setState({ groupId, selected: [], compared: undefined });
      if (groupId !== undefined) compareReady(members);
    },
    groupReady(groupId, members) {
      const { clipId, compared, groupId: open } = store.getState();
      if (open === groupId && clipId === undefined && compared === undefined) compareReady(members);
    },
    compare(jobIds) {
      if (jobIds.length < COMPARED_CLIPS.least || jobIds.length > COMPARED_CLIPS.most) return;
      store.setState({ compared: jobIds, isPictureLarge: undefined });
    },
    focusCompared: (focusedId) => store.setState({ focusedId }),
    closeCompare: () => store.setState({ compared: undefined }),
    filterByStars: (leastStars) => store.setState({ leastStars }),
    showPictureLarge: (isPictureLarge) => store.setState({ isPictureLarge }),
    rate: (jobId, stars) => attempt(() => backend.jobs.rate({ jobId, stars })),
    move: (jobId, direction, waiting) =>
      attempt(async () => {
        const index = waiting.findIndex(({ id }) => id === jobId);
        const before = waiting[direction === 'earlier' ? index - 1 : index + 2]?.id;
        if (index < 0 || (direction === 'earlier' && before === undefined)) return;
        await backend.jobs.reorder({
          jobId,
          ...(before === undefined ? {} : { beforeJobId: before }),
        });
      }),
  };
}
