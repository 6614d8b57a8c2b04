/** Holds one picture of a form. Its current look becomes a photo of its own; the original stays. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Photo } from '../../../shared/contract/photos.ts';
import type { AppError } from '../../../shared/errors/app-error.ts';
import { count } from '../../core/ui/format.ts';

export interface PictureSlotState {
  readonly photo: Photo | undefined;
  readonly isOpening: boolean;
  readonly error: AppError | undefined;
}

export interface PictureSlotBackend {
  /** @throws AppError */
  importFile(file: File): Promise<Photo>;
  /** Copies a photo with its current look. @throws AppError */
  takePhoto(photoId: string): Promise<Photo>;
  /** @throws AppError */
  openSample(sampleId: string): Promise<Photo>;
  /** @throws AppError */
  getPhoto(photoId: string): Promise<Photo>;
  /** Decodes the whole file once, and makes its thumbnail. @throws AppError for a damaged one */
  verify(photoId: string): Promise<unknown>;
  readError(thrown: unknown): AppError;
  say(message: string): void;
}

export interface PictureSlot {
  readonly state: Pick<StoreApi<PictureSlotState>, 'getState' | 'getInitialState' | 'subscribe'>;
  /** Takes the first of the files, and says that others are left out. Never rejects. */
  takeFiles(files: readonly File[]): Promise<void>;
  takePhoto(photoId: string): Promise<void>;
  takeSample(sampleId: string): Promise<void>;
  /** Leaves the slot empty if the photo is gone. */
  restore(photoId: string): Promise<void>;
  set(photo: Photo | undefined): void;
  /** Keeps the current picture: one that is still being opened does not replace it. */
  keep(): void;
  /** @param thrown by a drop that cannot be read */
  refuse(thrown: unknown): void;
  dismissError(): void;
}

/** @param changed called when the user has picked another picture */
export function createPictureSlot(
  backend: PictureSlotBackend,
  changed: (photo: Photo | undefined) => void,
): PictureSlot {
  const state = createStore<PictureSlotState>(() => ({
    photo: undefined,
    isOpening: false,
    error: undefined,
  }));
  /** Only the latest request's answer is shown. */
  let latestRequest = 0;

  function fail(thrown: unknown): void {
    state.setState({ isOpening: false, error: backend.readError(thrown) });
  }

  async function take(load: () => Promise<Photo>): Promise<void> {
    latestRequest += 1;
    const own = latestRequest;
    state.setState({ isOpening: true, error: undefined });
    try {
      const photo = await load();
      if (own !== latestRequest) return;
      state.setState({ photo, isOpening: false });
      changed(photo);
      await verify(photo, own);
    } catch (thrown) {
      if (own === latestRequest) fail(thrown);
    }
  }

  /** Removes a damaged file from the slot and the library. */
  async function verify(photo: Photo, own: number): Promise<void> {
    try {
      await backend.verify(photo.id);
    } catch (thrown) {
      if (own !== latestRequest) return;
      state.setState({ photo: undefined });
      changed(undefined);
      fail(thrown);
    }
  }

  return {
    state,
    async takeFiles([file, ...others]) {
      if (file === undefined) return;
      if (others.length > 0) {
        backend.say(`${count(others.length, 'file')} left out: only one picture goes here.`);
      }
      await take(() => backend.importFile(file));
    },
    takePhoto: (photoId) => take(() => backend.takePhoto(photoId)),
    takeSample: (sampleId) => take(() => backend.openSample(sampleId)),
    async restore(photoId) {
      latestRequest += 1;
      const own = latestRequest;
      state.setState({ isOpening: true });
      try {
        const photo = await backend.getPhoto(photoId);
        if (own === latestRequest) state.setState({ photo, isOpening: false });
      } catch (thrown) {
        if (own !== latestRequest) return;
        state.setState({ isOpening: false });
        if (backend.readError(thrown).kind !== 'not-found') fail(thrown);
      }
    },
    set(photo) {
      latestRequest += 1;
      state.setState({ photo, isOpening: false, error: undefined });
      changed(photo);
    },
    keep() {
      if (!state.getState().isOpening) return;
      latestRequest += 1;
      state.setState({ isOpening: false });
    },
    refuse: fail,
    dismissError: () => state.setState({ error: undefined }),
  };
}
