import type { Job } from '../../../../shared/contract/jobs.ts';
import { clipOf } from '../model/clip-list.ts';
import type { RunActions } from '../../../features/runs/run-actions.ts';
import type { VideoDeps } from './video-deps.ts';
import { COMPARED_CLIPS } from './video-store.ts';

export function createClipActions(
  { backend, store, hasClip }: Pick<VideoDeps, 'backend' | 'store' | 'hasClip'>,
  { attempt }: Pick<RunActions, 'attempt'>,
) {
  function compareReady(members: readonly Job[]): void {
    const ready = members.filter((job) => clipOf(job) !== undefined).map(({ id }) => id);
    if (ready.length >= COMPARED_CLIPS.least) {
      store.setState({ compared: ready.slice(0, COMPARED_CLIPS.most), isPictureLarge: undefined });
    }
  }

  return {
    /** Shows the new clip while it is made, unless another one is being watched. */
    sent(jobId: string): void {
      const { clipId, compared, isPictureLarge } = store.getState();
      const isWatched = clipId !== undefined && hasClip(clipId);
      if (isWatched || compared !== undefined || isPictureLarge === true) return;
      store.setState({ clipId: jobId, clipOutput: undefined });
    },
    /** `undefined` closes it. @param clipOutput one of several files; the first by default */
    open: (clipId: string | undefined, clipOutput?: number): void =>
      store.setState({
        clipId,
        clipOutput,
        selected: [],
        compared: undefined,
        isPictureLarge: undefined,
      }),
    /** Compares the clips that are ready; `undefined` shows all entries. */
    openGroup(groupId: string | undefined, members: readonly Job[] = []): void {
      store.setState({ groupId, selected: [], compared: undefined });
      if (groupId !== undefined) compareReady(members);
    },
    /** Compares the clips, unless the user is looking at something else. */
    groupReady(groupId: string, members: readonly Job[]): void {
      const { clipId, compared, groupId: open } = store.getState();
      if (open === groupId && clipId === undefined && compared === undefined) compareReady(members);
    },
    /** Two to four. */
    compare(jobIds: readonly string[]): void {
      if (jobIds.length < COMPARED_CLIPS.least || jobIds.length > COMPARED_CLIPS.most) return;
      store.setState({ compared: jobIds, isPictureLarge: undefined });
    },
    focusCompared: (focusedId: string): void => store.setState({ focusedId }),
    closeCompare: (): void => store.setState({ compared: undefined }),
    filterByStars: (leastStars: number): void => store.setState({ leastStars }),
    showPictureLarge: (isPictureLarge: boolean): void => store.setState({ isPictureLarge }),
    rate: (jobId: string, stars: number): Promise<void> =>
      attempt(() => backend.jobs.rate({ jobId, stars })),
    move: (jobId: string, direction: 'earlier' | 'later', waiting: readonly Job[]): Promise<void> =>
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
