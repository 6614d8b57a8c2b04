/** Actions on clips of the list: opening, selecting, comparing, rating, cancelling, ordering, removing. */
import type { Job } from '../../../../shared/contract/jobs.ts';
import { count } from '../../../base/ui/format.ts';
import { formatMoney } from '../../../base/ui/money.ts';
import { clipOf } from '../model/clip-list.ts';
import type { VideoParts } from './video-parts.ts';
import { COMPARED_CLIPS } from './video-store.ts';

export interface ClipActions {
  /** A clip was sent: it is shown while it is made, unless another one is being watched. */
  sent(jobId: string): void;
  /** Shows a clip in the player; `undefined` closes it. */
  open(jobId: string | undefined): void;
  /** The list shows the clips of a group, and Compare those that are ready; `undefined`: all entries. */
  openGroup(groupId: string | undefined, members?: readonly Job[]): void;
  /** The clips of a new group are ready: they are compared unless the user is looking at something else. */
  groupReady(groupId: string, members: readonly Job[]): void;
  /** Adds a clip to the selection, which the open one begins, or takes it out. */
  add(jobId: string): void;
  /** Selects the clips from the open one to this one. @param order of the list */
  selectTo(jobId: string, order: readonly Job[]): void;
  /** Adds a clip to the selection, or takes it out. */
  toggle(jobId: string): void;
  clearSelection(): void;
  /** Opens clips in Compare: two to four. */
  compare(jobIds: readonly string[]): void;
  /** Stars given in Compare are this clip's. */
  focusCompared(jobId: string): void;
  closeCompare(): void;
  filterByStars(least: number): void;
  /** The picture in the middle in place of the player, or beside the form. */
  showPictureLarge(isLarge: boolean): void;
  rate(jobId: string, stars: number): Promise<void>;
  /** Cancels the clips that wait, and says what that saves. */
  cancelWaiting(jobIds: readonly string[]): Promise<void>;
  /** Stops a clip that was sent: it may still be charged. */
  stop(jobId: string): Promise<void>;
  /** Puts a waiting clip before the one that leaves before it, or behind the one after it. */
  move(jobId: string, direction: 'earlier' | 'later', waiting: readonly Job[]): Promise<void>;
  remove(jobIds: readonly string[]): Promise<void>;
}

export function createClipActions(
  { backend, store, hasClip, say, sayUndo }: VideoParts,
  attempt: (action: () => Promise<void>) => Promise<void>,
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
      store.setState({ clipId: jobId });
    },
    open: (clipId) =>
      store.setState({ clipId, selected: [], compared: undefined, isPictureLarge: undefined }),
    openGroup(groupId, members = []) {
      store.setState({ groupId, selected: [], compared: undefined });
      if (groupId !== undefined) compareReady(members);
    },
    groupReady(groupId, members) {
      const { clipId, compared, groupId: open } = store.getState();
      if (open === groupId && clipId === undefined && compared === undefined) compareReady(members);
    },
    add: (jobId) =>
      store.setState(({ clipId, selected }) => {
        const begun = selected.length === 0 && clipId !== undefined ? [clipId] : selected;
        if (!begun.includes(jobId)) return { selected: [...begun, jobId] };
        return { selected: begun.filter((each) => each !== jobId) };
      }),
    selectTo(jobId, order) {
      const { clipId, selected } = store.getState();
      const ids = order.map(({ id }) => id);
      const from = ids.indexOf(selected[0] ?? clipId ?? jobId);
      const to = ids.indexOf(jobId);
      if (from < 0 || to < 0) store.setState({ selected: [jobId] });
      else {
        const range = ids.slice(Math.min(from, to), Math.max(from, to) + 1);
        // the first one stays the first: the next range begins there, too
        store.setState({ selected: from <= to ? range : range.toReversed() });
      }
    },
    toggle: (jobId) =>
      store.setState(({ selected }) => ({
        selected: selected.includes(jobId)
          ? selected.filter((each) => each !== jobId)
          : [...selected, jobId],
      })),
    clearSelection: () => store.setState({ selected: [] }),
    compare(jobIds) {
      if (jobIds.length < COMPARED_CLIPS.least || jobIds.length > COMPARED_CLIPS.most) return;
      store.setState({ compared: jobIds, isPictureLarge: undefined });
    },
    focusCompared: (focusedId) => store.setState({ focusedId }),
    closeCompare: () => store.setState({ compared: undefined }),
    filterByStars: (leastStars) => store.setState({ leastStars }),
    showPictureLarge: (isPictureLarge) => store.setState({ isPictureLarge }),
    rate: (jobId, stars) => attempt(() => backend.jobs.rate({ jobId, stars })),
    cancelWaiting: (jobIds) =>
      attempt(async () => {
        const { cancelled, saved } = await backend.jobs.cancelMany({ jobIds });
        if (cancelled === 0) say('Too late to cancel: already sent.');
        else {
          const sum = saved === undefined || saved === 0 ? '' : ` You save ${formatMoney(saved)}.`;
          say(`Cancelled ${count(cancelled, 'clip')}.${sum}`);
        }
      }),
    stop: (jobId) => attempt(() => backend.jobs.cancel({ jobId })),
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
    remove: (jobIds) =>
      attempt(async () => {
        const removed = await backend.jobs.remove({ jobIds });
        if (removed.length === 0) return;
        store.setState(({ clipId, selected, compared }) => ({
          clipId: clipId !== undefined && removed.includes(clipId) ? undefined : clipId,
          selected: selected.filter((each) => !removed.includes(each)),
          compared:
            compared?.some((each) => removed.includes(each)) === true ? undefined : compared,
        }));
        sayUndo(`Removed ${count(removed.length, 'clip')}.`, () => {
          void attempt(async () => void (await backend.jobs.restore({ jobIds: removed })));
        });
      }),
  };
}
