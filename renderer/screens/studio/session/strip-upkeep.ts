import { MAX_STRIP_PHOTOS } from '../../../../shared/contract/screen-state.ts';
import { photoIdOf } from '../model/job-subject.ts';
import { photoIdsOf, hasPhoto } from '../model/strip.ts';
import { updatePhotos } from '../model/strip-updates.ts';
import type { SessionContext } from './session-context.ts';

const UPKEEP = {
  /** Coalesces changes, ms. */
  refreshAfter: 250,
} as const;

/** @returns an unsubscribe function */
export function rememberStrip({ backend, fail, store }: SessionContext): () => void {
  let savedIds = '';

  /** Coalesces changes into one write. */
  function remember(): void {
    const ids = photoIdsOf(store.getState().strip.entries).slice(0, MAX_STRIP_PHOTOS);
    const text = ids.join(' ');
    if (text === savedIds) return;
    savedIds = text;
    void backend.screenState.update({ openPhotoIds: [...ids] }).catch(fail);
  }
  return store.subscribe((now, before) => {
    if (now.strip.entries !== before.strip.entries) queueMicrotask(remember);
  });
}

export type StripRefresh = ReturnType<typeof createStripRefresh>;

/** Refetches photos whose results or jobs have changed. */
export function createStripRefresh(context: SessionContext) {
  const { backend, store, fail } = context;
  const changedIds = new Set<string>();
  let refreshing: ReturnType<typeof setTimeout> | undefined;

  function soon(photoId: string): void {
    changedIds.add(photoId);
    refreshing ??= setTimeout(() => {
      refreshing = undefined;
      const photoIds = [...changedIds].filter((id) => hasPhoto(store.getState().strip, id));
      changedIds.clear();
      if (photoIds.length > 0) {
        void backend.photos.list({ photoIds }).then((photos) => updatePhotos(store, photos), fail);
      }
    }, UPKEEP.refreshAfter);
  }
  const stopStudio = store.subscribe((now, before) => {
    // results changed, so the thumbnail did
    const isSamePhoto = now.photo !== undefined && now.photo.id === before.photo?.id;
    if (isSamePhoto && now.patches !== before.patches) soon(now.photo.id);
  });
  const stopJobs = context.jobs.onFinished((job) => {
    const photoId = photoIdOf(job);
    if (photoId !== undefined) soon(photoId);
  });

  return {
    soon,
    stop(): void {
      clearTimeout(refreshing);
      stopStudio();
      stopJobs();
    },
  };
}
