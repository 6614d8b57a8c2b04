/**
 * A place for one picture of a form: it takes files and photos of the library, and remembers one of
 * them. The picture as it looks at that moment becomes a photo of its own; the original stays.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Photo } from '../../../shared/contract/photos.ts';
import type { AppError } from '../../../shared/errors/app-error.ts';

export interface WellState {
  readonly photo: Photo | undefined;
  readonly isOpening: boolean;
  readonly error: AppError | undefined;
}

/** The parts of the backend that a well asks. */
export interface WellBackend {
  /** Adds a file to the library. @throws AppError */
  importFile(file: File): Promise<Photo>;
  /** A photo of the library as it looks now. @throws AppError */
  takePhoto(photoId: string): Promise<Photo>;
  /** Adds a bundled photograph to the library. @throws AppError */
  openSample(sampleId: string): Promise<Photo>;
  /** A photo that a well has held before. @throws AppError */
  getPhoto(photoId: string): Promise<Photo>;
  /** Decodes the whole file once, and makes its thumbnail. @throws AppError for a damaged one */
  verify(photoId: string): Promise<unknown>;
  readError(thrown: unknown): AppError;
}

export interface Well {
  readonly state: Pick<StoreApi<WellState>, 'getState' | 'getInitialState' | 'subscribe'>;
  /** Takes the first of these files. Never rejects: errors are in the state. */
  takeFiles(files: readonly File[]): Promise<void>;
  /** Takes a photo of the library as it looks now. */
  takePhoto(photoId: string): Promise<void>;
  /** Takes a bundled photograph. */
  takeSample(sampleId: string): Promise<void>;
  /** Shows the picture of an earlier session again; one that is gone leaves the well empty. */
  restore(photoId: string): Promise<void>;
  /** Takes what another well holds. */
  set(photo: Photo | undefined): void;
  /** @param thrown of a drop that cannot be read */
  refuse(thrown: unknown): void;
  dismissError(): void;
}

/** @param changed the well holds another picture, by the user's wish */
export function createWell(
  backend: WellBackend,
  changed: (photo: Photo | undefined) => void,
): Well {
  const state = createStore<WellState>(() => ({
    photo: undefined,
    isOpening: false,
    error: undefined,
  }));
  /** Counts the wishes: only the latest one is shown. */
  let wish = 0;

  function fail(thrown: unknown): void {
    state.setState({ isOpening: false, error: backend.readError(thrown) });
  }

  async function take(load: () => Promise<Photo>): Promise<void> {
    wish += 1;
    const own = wish;
    state.setState({ isOpening: true, error: undefined });
    try {
      const photo = await load();
      if (own !== wish) return;
      state.setState({ photo, isOpening: false });
      changed(photo);
      await verify(photo, own);
    } catch (thrown) {
      if (own === wish) fail(thrown);
    }
  }

  /** A damaged file is taken out of the library again, and out of the well. */
  async function verify(photo: Photo, own: number): Promise<void> {
    try {
      await backend.verify(photo.id);
    } catch (thrown) {
      if (own !== wish) return;
      state.setState({ photo: undefined });
      changed(undefined);
      fail(thrown);
    }
  }

  return {
    state,
    async takeFiles([file]) {
      if (file !== undefined) await take(() => backend.importFile(file));
    },
    takePhoto: (photoId) => take(() => backend.takePhoto(photoId)),
    takeSample: (sampleId) => take(() => backend.openSample(sampleId)),
    async restore(photoId) {
      wish += 1;
      const own = wish;
      state.setState({ isOpening: true });
      try {
        const photo = await backend.getPhoto(photoId);
        if (own === wish) state.setState({ photo, isOpening: false });
      } catch (thrown) {
        if (own !== wish) return;
        state.setState({ isOpening: false });
        if (backend.readError(thrown).kind !== 'not-found') fail(thrown);
      }
    },
    set(photo) {
      wish += 1;
      state.setState({ photo, isOpening: false, error: undefined });
      changed(photo);
    },
    refuse: fail,
    dismissError: () => state.setState({ error: undefined }),
  };
}
