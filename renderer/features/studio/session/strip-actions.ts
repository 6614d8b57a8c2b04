/**
 * Photos side by side: taking several files in, going from one to the next, closing them, and the
 * same strip again after a restart. What leaves the screen is saved by `photo-actions.ts`.
 */
import { MAX_STRIP_PHOTOS } from '../../../../shared/contract/settings.ts';
import type { Photo, StripPhoto } from '../../../../shared/contract/photos.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { backend, readError } from '../../../backend/client.ts';
import { onJobFinished } from '../../../backend/jobs.ts';
import { importPicture } from '../../../backend/media.ts';
import { heirOf, photoBeside, photoIdsOf } from '../photos/strip.ts';
import {
  emptyStrip,
  hasPhoto,
  putAwayRefused,
  putIncoming,
  putPhoto,
  putPhotos,
  refuseEntry,
  removeEntry,
  updatePhotos,
  useStrip,
} from '../photos/strip-store.ts';
import { pictureOf, type PhotoActions, type PhotoEvents } from './photo-actions.ts';
import type { SessionContext } from './session-context.ts';
import { useStudio } from './studio-store.ts';

export interface StripActions {
  /** Shows the first of them and takes the others in, one after the other, in the background. */
  importFiles(files: readonly File[]): Promise<void>;
  /** Adds a photo of the library without showing it. */
  add(photoId: string): Promise<void>;
  /** Shows a photo of the strip; the view stays. While one is on its way, the latest counts. */
  goTo(photoId: string): void;
  /** The next (1) or the previous (-1) photo. */
  step(direction: 1 | -1): void;
  /** Takes a photo out of the strip; the library keeps it. The open one unless given. */
  close(photoId?: string): void;
  closeAll(): void;
  /** Resolves when what is painted on the open photo is saved. */
  saved(): Promise<void>;
  /** What was open at the end of the last session. */
  restore(): Promise<void>;
  readonly events: PhotoEvents;
  destroy(): void;
}

/** Numbers of this module, ms. */
const STRIP = {
  /** A photo that is still on its way after this is given up for a newer one. */
  patience: 300,
  /** Wait before neighbours are made ready: whoever holds a key down wants none of them. */
  prepareAfter: 150,
  /** Changes of this time are asked about together. */
  refreshAfter: 250,
} as const;

/** @param getPhotos the canvas's side; made after this */
export function createStripActions(
  context: SessionContext,
  getPhotos: () => PhotoActions,
): StripActions {
  const { core, attempt, fail } = context;
  const waiting: { readonly id: string; readonly file: File; isToShow: boolean }[] = [];
  const changedIds = new Set<string>();
  /** What could not be shown, and was told. */
  const lostIds = new Set<string>();
  let isTaking = false;
  let target: string | undefined;
  let isGoing = false;
  let goingSince = 0;
  let direction: 1 | -1 = 1;
  let savedIds = '';
  let preparing: ReturnType<typeof setTimeout> | undefined;
  let refreshing: ReturnType<typeof setTimeout> | undefined;

  const entries = () => useStrip.getState().entries;

  /** Keeps which photos are open; settings are written once for what changes together. */
  function remember(): void {
    const ids = photoIdsOf(entries()).slice(0, MAX_STRIP_PHOTOS);
    const text = ids.join(' ');
    if (text === savedIds) return;
    savedIds = text;
    void backend.settings.update({ openPhotoIds: [...ids] }).catch(fail);
  }
  const stopRemembering = useStrip.subscribe((now, before) => {
    if (now.entries !== before.entries) queueMicrotask(remember);
  });

  /** Asks again how photos are, a moment later. */
  function refreshSoon(photoId: string): void {
    changedIds.add(photoId);
    refreshing ??= setTimeout(() => {
      refreshing = undefined;
      const photoIds = [...changedIds].filter(hasPhoto);
      changedIds.clear();
      if (photoIds.length > 0) void backend.photos.list({ photoIds }).then(updatePhotos, fail);
    }, STRIP.refreshAfter);
  }
  const stopJobs = onJobFinished((job) => refreshSoon(job.photoId));

  function prepareNeighbours(): void {
    clearTimeout(preparing);
    preparing = setTimeout(() => void prepare().catch(() => undefined), STRIP.prepareAfter);
  }

  /** What fails here fails again, with a sentence, when it is opened. */
  async function prepare(): Promise<void> {
    const { activeId } = useStrip.getState();
    const ids = [direction, -direction, 2 * direction].flatMap(
      (steps) => photoBeside(entries(), activeId, steps) ?? [],
    );
    const wanted = [...new Set(ids)].filter((id) => id !== activeId);
    const photos = await Promise.all(wanted.map((photoId) => backend.photos.get({ photoId })));
    if (useStrip.getState().activeId !== activeId) return;
    core.prepare(
      photos.map((photo) => ({
        photo: pictureOf(photo),
        patches: photo.patches.filter(({ state }) => state === 'applied'),
      })),
    );
  }

  function goTo(photoId: string): void {
    target = photoId;
    useStrip.setState({ activeId: photoId });
    clearTimeout(preparing);
    if (!isGoing) void go();
    else if (performance.now() - goingSince > STRIP.patience) getPhotos().stop();
  }

  async function go(): Promise<void> {
    isGoing = true;
    while (target !== undefined) {
      const photoId = target;
      target = undefined;
      goingSince = performance.now();
      await getPhotos().openNext(photoId);
    }
    isGoing = false;
  }

  /** Files become photos, one after the other, whatever is done meanwhile. */
  async function takeIn(): Promise<void> {
    if (isTaking) return;
    isTaking = true;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { id, file } = next;
      const isNothingShown = useStudio.getState().status === 'empty';
      if (next.isToShow || isNothingShown) await getPhotos().importFile(file, id);
      else await takeInQuietly(id, file);
    }
    isTaking = false;
  }

  async function takeInQuietly(id: string, file: File): Promise<void> {
    try {
      const photo = await importPicture(file);
      await backend.photos.verify({ photoId: photo.id });
      const [listed] = await backend.photos.list({ photoIds: [photo.id] });
      if (listed !== undefined && isEntry(id)) putPhoto(listed, id);
    } catch (thrown) {
      if (isEntry(id)) refuseEntry(id, file.name, readError(thrown).toData());
    }
  }

  /** False once it was closed. */
  function isEntry(id: string): boolean {
    return entries().some((entry) => entry.id === id);
  }

  function leaveTo(photoId: string | undefined): void {
    if (photoId !== undefined) goTo(photoId);
    else getPhotos().close();
  }

  const events: PhotoEvents = {
    loaded(photo, entryId) {
      lostIds.delete(photo.id);
      putPhoto(asStripPhoto(photo), entryId);
      if (target === undefined) useStrip.setState({ activeId: photo.id });
    },
    ready(photo) {
      refreshSoon(photo.id);
      prepareNeighbours();
    },
    left: refreshSoon,
    verified: refreshSoon,
    lost(id, name, error) {
      // both the canvas and the library find damage
      if (id !== undefined && lostIds.has(id)) return true;
      if (id !== undefined) lostIds.add(id);
      const others = entries().filter((entry) => entry.id !== id);
      const heir = heirAfter(id);
      const title = name === '' ? nameOf(id) : name;
      if (others.length === 0) {
        if (id !== undefined) removeEntry(id);
        useStrip.setState({ activeId: undefined });
        return false;
      }
      refuseEntry(id ?? crypto.randomUUID(), title, error.toData());
      leaveTo(heir);
      return true;
    },
  };

  function nameOf(id: string | undefined): string {
    const entry = entries().find((each) => each.id === id);
    if (entry === undefined) return '';
    return entry.kind === 'photo' ? entry.photo.name : entry.name;
  }

  /** What is shown instead of a photo, or of a file that did not become one: then what was open before. */
  function heirAfter(id: string | undefined): string | undefined {
    const { activeId } = useStrip.getState();
    if (id !== undefined && hasPhoto(id)) return heirOf(entries(), id);
    const isThere = activeId !== undefined && activeId !== id && hasPhoto(activeId);
    return isThere ? activeId : photoIdsOf(entries())[0];
  }

  return {
    events,
    importFiles: (files) =>
      attempt(async () => {
        putAwayRefused();
        const room = MAX_STRIP_PHOTOS - entries().length;
        const taken = files.slice(0, Math.max(0, room)).map((file, index) => ({
          id: crypto.randomUUID(),
          file,
          isToShow: index === 0,
        }));
        putIncoming(taken.map(({ id, file }) => ({ id, name: file.name })));
        waiting.push(...taken);
        target = undefined;
        await takeIn();
        if (taken.length < files.length) throw tooMany(files.length - taken.length);
      }),
    add: (photoId) =>
      attempt(async () => {
        const [photo] = await backend.photos.list({ photoIds: [photoId] });
        if (photo !== undefined) putPhoto(photo);
      }),
    goTo,
    step(wanted) {
      if (core.getSnapshot().isPainting) return;
      direction = wanted;
      const next = photoBeside(entries(), useStrip.getState().activeId, wanted);
      if (next !== undefined) goTo(next);
    },
    close(photoId = useStrip.getState().activeId) {
      if (photoId === undefined) {
        getPhotos().close();
        return;
      }
      const isOpen = photoId === useStrip.getState().activeId;
      const heir = heirOf(entries(), photoId);
      removeEntry(photoId);
      if (!isOpen) return;
      useStrip.setState({ activeId: heir });
      leaveTo(heir);
    },
    closeAll() {
      waiting.length = 0;
      target = undefined;
      emptyStrip();
      putAwayRefused();
      getPhotos().close();
    },
    saved: async () => context.work()?.saver.flush(),
    async restore() {
      const { openPhotoId, openPhotoIds } = await backend.settings.get();
      if (useStudio.getState().status !== 'empty') return;
      const photoIds = [
        ...new Set([...openPhotoIds, ...(openPhotoId === null ? [] : [openPhotoId])]),
      ];
      if (photoIds.length === 0) return;
      const photos = await backend.photos.list({ photoIds });
      putPhotos(photos);
      const first = photos.find(({ id }) => id === openPhotoId) ?? photos[0];
      if (first !== undefined && useStudio.getState().status === 'empty') {
        await getPhotos().open(first.id);
      }
      for (const { id, thumbnailUrl } of photos) {
        if (thumbnailUrl === undefined && id !== first?.id) await takeLook(id);
      }
    },
    destroy() {
      clearTimeout(preparing);
      clearTimeout(refreshing);
      stopRemembering();
      stopJobs();
    },
  };

  /** A photo whose import was cut off before its thumbnail was made. */
  async function takeLook(photoId: string): Promise<void> {
    try {
      await backend.photos.verify({ photoId });
      refreshSoon(photoId);
    } catch (thrown) {
      if (hasPhoto(photoId)) refuseEntry(photoId, nameOf(photoId), readError(thrown).toData());
    }
  }
}

/** A photo that was just opened; whether it has a mask is asked a moment later. */
function asStripPhoto(photo: Photo): StripPhoto {
  const { id, name, width, height, byteLength, format, openedAt, thumbnailUrl } = photo;
  const resultCount = photo.patches.filter(({ state }) => state === 'applied').length;
  const summary = { id, name, width, height, byteLength, format, openedAt };
  return {
    ...summary,
    ...(thumbnailUrl === undefined ? {} : { thumbnailUrl }),
    resultCount,
    hasMask: false,
  };
}

function tooMany(count: number): AppError {
  return new AppError({
    kind: 'invalid-input',
    message: `At most ${MAX_STRIP_PHOTOS} photos can be open side by side: ${count} were not taken in. Close some of them, or work through these first.`,
  });
}
