import { MAX_STRIP_PHOTOS } from '../../../../shared/contract/screen-state.ts';
import type { Photo, StripPhoto } from '../../../../shared/contract/photos.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { readError } from '../../../core/backend/read-error.ts';
import {
  allOf,
  INITIAL_STRIP,
  nextSelection,
  NOTHING_CHOSEN,
  openedIn,
  photoBeside,
  photoIdsOf,
  withOpen,
  type StripChoice,
  hasPhoto,
} from '../model/strip.ts';
import type { StudioStore } from '../model/studio-store.ts';
import {
  putIncoming,
  putPhoto,
  putPhotos,
  refuseEntry,
  removeEntry,
  setActive,
} from '../model/strip-updates.ts';
import { type PhotoActions, type PhotoEvents, openPhotoOf } from './photo-actions.ts';
import { count } from '../../../core/ui/format.ts';
import { createStripRefresh, rememberStrip, type StripRefresh } from './strip-upkeep.ts';
import type { SessionContext } from './session-context.ts';

export type StripActions = ReturnType<typeof createStripActions>;

interface WaitingFile {
  readonly id: string;
  readonly file: File;
  isToShow: boolean;
}

const STRIP = {
  /** A photo that takes longer is skipped for a newer one, ms. */
  patience: 300,
} as const;

/** @param getPhotos a getter, because the canvas's side is created later */
export function createStripActions(context: SessionContext, getPhotos: () => PhotoActions) {
  const { core, backend, media, store, attempt } = context;
  const waiting: WaitingFile[] = [];
  /** Photos whose failure was handled. */
  const lostIds = new Set<string>();
  let isTaking = false;
  /** The file that is being imported to be shown; `undefined` once another photo is. */
  let showing: string | undefined;
  let target: string | undefined;
  let isGoing = false;
  let goingSince = 0;
  let direction: 1 | -1 = 1;
  const entries = () => store.getState().strip.entries;

  const stopRemembering = rememberStrip(context);
  const refresh = createStripRefresh(context);
  const neighbours = createNeighbours(context);

  /** Keeps the view. The latest call wins. */
  function goTo(photoId: string): void {
    showing = undefined;
    target = photoId;
    setActive(store, photoId);
    neighbours.wait();
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

  /** Imports files serially in the background. */
  async function takeIn(): Promise<void> {
    if (isTaking) return;
    isTaking = true;
    for (let next = takeNext(waiting); next !== undefined; next = takeNext(waiting)) {
      const { id, file } = next;
      if (!isListed(store, id)) continue; // closed meanwhile
      if (next.isToShow || store.getState().status === 'empty') {
        await getPhotos().importFile(file, id);
        if (showing === id) showing = undefined;
      } else await takeInQuietly(id, file);
    }
    isTaking = false;
  }

  async function takeInQuietly(id: string, file: File): Promise<void> {
    try {
      const photo = await media.importPicture(file);
      await backend.photos.verify({ photoId: photo.id });
      const [listed] = await backend.photos.list({ photoIds: [photo.id] });
      if (listed !== undefined && isListed(store, id)) putPhoto(store, listed, id);
    } catch (thrown) {
      events.refused(id, file.name, readError(thrown));
    }
  }

  function leaveTo(photoId: string | undefined): void {
    if (photoId === undefined) getPhotos().close();
    else goTo(photoId);
  }

  const events: PhotoEvents = {
    opening(entryId) {
      showing = entryId;
    },
    loaded(photo, entryId, isToShow) {
      lostIds.delete(photo.id);
      const isClosed =
        entryId === undefined ? store.getState().status === 'empty' : !isListed(store, entryId);
      if (!isToShow && isClosed) return;
      putPhoto(store, asStripPhoto(photo), entryId);
      if (isToShow && target === undefined) setActive(store, photo.id);
    },
    refused(id, name, error) {
      if (isListed(store, id)) refuseEntry(store, id, name, error.toData());
    },
    ready(photo) {
      refresh.soon(photo.id);
      neighbours.prepareSoon(direction);
    },
    left: refresh.soon,
    verified: refresh.soon,
    lost(id, name, error) {
      // both the canvas and the library detect damage
      if (id !== undefined && lostIds.has(id)) return true;
      if (id !== undefined) lostIds.add(id);
      const others = entries().filter((entry) => entry.id !== id);
      const nextId = nextAfter(store, id);
      const title = name === '' ? nameOf(store, id) : name;
      if (others.length === 0) {
        if (id !== undefined) removeEntry(store, id);
        setActive(store, undefined);
        return false;
      }
      refuseEntry(store, id ?? crypto.randomUUID(), title, error.toData());
      const [next] = waiting;
      // the first of several files is damaged: show the second
      if (next !== undefined && showing !== undefined) next.isToShow = true;
      else leaveTo(nextId);
      return true;
    },
  };

  return {
    /** Refetches a photo's state after a moment. */
    looksChanged: refresh.soon,
    events,
    /** Shows the first and imports the others in the background. */
    importFiles: (files: readonly File[]): Promise<void> =>
      attempt(async () => {
        store.setSlice('strip', { refused: [] });
        const room = MAX_STRIP_PHOTOS - entries().length;
        const taken = files.slice(0, Math.max(0, room)).map((file, index) => ({
          id: crypto.randomUUID(),
          file,
          isToShow: index === 0,
        }));
        putIncoming(
          store,
          taken.map(({ id, file }) => ({ id, name: file.name })),
        );
        waiting.push(...taken);
        target = undefined;
        await takeIn();
        if (taken.length < files.length) throw tooMany(files.length - taken.length);
      }),
    add: (photoId: string): Promise<void> =>
      attempt(async () => {
        const [photo] = await backend.photos.list({ photoIds: [photoId] });
        if (photo !== undefined) putPhoto(store, photo);
      }),
    goTo,
    step(wanted: 1 | -1): void {
      if (core.getSnapshot().isPainting) return;
      direction = wanted;
      const next = photoBeside(entries(), store.getState().strip.activeId, wanted);
      if (next !== undefined) goTo(next);
    },
    /** Keeps it in the library. Default: the open photo, or the file that is being read. */
    close(photoId?: string): void {
      const { activeId } = store.getState().strip;
      const isRead = showing === undefined || !isListed(store, showing);
      const closedId = photoId ?? (isRead ? activeId : showing);
      if (closedId === undefined) return leaveTo(undefined);
      if (closedId === showing) {
        removeEntry(store, closedId);
        leaveTo(activeId);
        return;
      }
      const isOpen = closedId === activeId;
      const nextId = nextSelection(entries(), closedId);
      removeEntry(store, closedId);
      if (!isOpen) return;
      setActive(store, nextId);
      leaveTo(nextId);
    },
    closeAll(): void {
      target = undefined;
      store.setSlice('strip', INITIAL_STRIP);
      getPhotos().close();
    },
    /** Resolves when the mask of the open photo is saved. */
    saved: async (): Promise<void> => context.work()?.saver.flush(),
    restore: (): Promise<void> =>
      attempt(async () => {
        const { openPhotoId, openPhotoIds } = await backend.screenState.get();
        const photoIds = [
          ...new Set([...openPhotoIds, ...(openPhotoId === null ? [] : [openPhotoId])]),
        ];
        if (photoIds.length === 0) return;
        const photos = await backend.photos.list({ photoIds });
        putPhotos(store, photos);
        const isFree = store.getState().status === 'empty'; // no file was opened meanwhile
        const first = isFree
          ? (photos.find(({ id }) => id === openPhotoId) ?? photos[0])
          : undefined;
        if (first !== undefined) await getPhotos().open(first.id);
        for (const { id, thumbnailUrl } of photos) {
          if (thumbnailUrl === undefined && id !== first?.id)
            await makeThumbnail(context, refresh, id);
        }
      }),
    /** The open photo stays selected. */
    choose: (choice: StripChoice): void =>
      store.setSlice('strip', ({ activeId }) => ({ choice: withOpen(choice, activeId) })),
    chooseAll: (): void => store.setSlice('strip', { choice: allOf(entries()) }),
    /** Keeps only the open photo selected. */
    chooseNone: (): void =>
      store.setSlice('strip', ({ activeId }) => ({ choice: openedIn(NOTHING_CHOSEN, activeId) })),
    destroy(): void {
      neighbours.wait();
      refresh.stop();
      stopRemembering();
    },
  };
}

/** Returns files to show first, before the rest of an earlier drop. */
function takeNext(waiting: WaitingFile[]): WaitingFile | undefined {
  const toShow = waiting.findIndex(({ isToShow }) => isToShow);
  return waiting.splice(Math.max(0, toShow), 1)[0];
}

/** The existence of a mask is asked for a moment later. */
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

function tooMany(left: number): AppError {
  return new AppError(
    'invalid-input',
    `You can open up to ${MAX_STRIP_PHOTOS} photos at once. ${count(left, 'photo')} could not be added. Close some photos first.`,
  );
}

function isListed(store: StudioStore, id: string): boolean {
  return store.getState().strip.entries.some((entry) => entry.id === id);
}

function nameOf(store: StudioStore, id: string | undefined): string {
  const entry = store.getState().strip.entries.find((each) => each.id === id);
  if (entry === undefined) return '';
  return entry.kind === 'photo' ? entry.photo.name : entry.name;
}

/** Returns the photo to show instead of a closed or refused one. */
function nextAfter(store: StudioStore, id: string | undefined): string | undefined {
  const { strip } = store.getState();
  const { activeId, entries } = strip;
  if (id !== undefined && hasPhoto(strip, id)) return nextSelection(entries, id);
  const isThere = activeId !== undefined && activeId !== id && hasPhoto(strip, activeId);
  return isThere ? activeId : photoIdsOf(entries)[0];
}

/** For photos whose import was interrupted before the thumbnail. */
async function makeThumbnail(
  { backend, store }: SessionContext,
  refresh: StripRefresh,
  photoId: string,
): Promise<void> {
  try {
    await backend.photos.verify({ photoId });
    refresh.soon(photoId);
  } catch (thrown) {
    if (hasPhoto(store.getState().strip, photoId))
      refuseEntry(store, photoId, nameOf(store, photoId), readError(thrown).toData());
  }
}

const NEIGHBOURS = {
  /** Delay, ms: a held key skips them all. */
  prepareAfter: 150,
} as const;

/** Preloads neighbours, so that the next step shows at once. */
function createNeighbours({ core, backend, store }: SessionContext) {
  let preparing: ReturnType<typeof setTimeout> | undefined;

  /** @param direction of the last step: that side first */
  function prepareSoon(direction: 1 | -1): void {
    clearTimeout(preparing);
    preparing = setTimeout(
      () => void prepare(direction).catch(() => undefined),
      NEIGHBOURS.prepareAfter,
    );
  }

  /** Ignores errors: opening the photo reports them. */
  async function prepare(direction: 1 | -1): Promise<void> {
    const { activeId } = store.getState().strip;
    const ids = [direction, -direction, 2 * direction].flatMap(
      (steps) => photoBeside(store.getState().strip.entries, activeId, steps) ?? [],
    );
    const wanted = [...new Set(ids)].filter((id) => id !== activeId);
    const photos = await Promise.all(wanted.map((photoId) => backend.photos.get({ photoId })));
    if (store.getState().strip.activeId !== activeId) return;
    core.picture.prepare(
      photos.map((photo) => ({
        picture: openPhotoOf(photo),
        patches: photo.patches.filter(({ state }) => state === 'applied'),
      })),
    );
  }

  return {
    prepareSoon,
    /** Waits while another photo is opening. */
    wait: (): void => clearTimeout(preparing),
  };
}
