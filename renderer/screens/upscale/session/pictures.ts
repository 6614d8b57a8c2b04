import type { Photo } from '../../../../shared/contract/photos.ts';
import { MAX_UPSCALES } from '../../../../shared/contract/upscale.ts';
import { readError } from '../../../core/backend/read-error.ts';
import { count } from '../../../core/ui/format.ts';
import type { UpscaleDeps } from './upscale-deps.ts';

interface SourcePictures {
  /** One file replaces the shown picture; several are added. */
  takeFiles(files: readonly File[]): Promise<void>;
  add(files: readonly File[]): Promise<void>;
  show(photo: Photo): void;
  remove(photoId: string): void;
  restore(photoIds: readonly string[]): Promise<void>;
}

export function createSourcePictures(
  deps: Pick<UpscaleDeps, 'store' | 'slot' | 'importFile' | 'say'> & {
    /** @throws AppError `not-found` */
    readonly getPhoto: (photoId: string) => Promise<Photo>;
    readonly fail: (thrown: unknown) => void;
  },
): SourcePictures {
  const { store, slot, say } = deps;
  /** Kept here to tell changes made by this module from others. */
  let shownId: string | undefined;

  function set(photos: readonly Photo[]): void {
    const known = new Map(photos.map((photo) => [photo.id, photo]));
    store.setState({ photos: [...known.values()].slice(0, MAX_UPSCALES) });
  }

  function show(photo: Photo): void {
    store.setState({ openId: undefined, tryIds: undefined, tryPart: undefined });
    shownId = photo.id; // the list has it already
    slot.set(photo);
  }

  async function add(files: readonly File[]): Promise<void> {
    const refused: string[] = [];
    const before = store.getState().photos.length;
    for (const file of files.slice(0, MAX_UPSCALES)) {
      try {
        const photo = await deps.importFile(file);
        const isFirst = store.getState().photos.length === 0;
        set([...store.getState().photos, photo]);
        if (isFirst) show(photo);
      } catch (thrown) {
        refused.push(readError(thrown).message);
      }
    }
    const [first] = refused;
    if (first === undefined) return;
    const added = store.getState().photos.length - before;
    say(refused.length === 1 ? first : `${count(refused.length, 'file')} left out. ${first}`);
    if (added === 0 && before === 0) slot.set(undefined);
  }

  function followSlot(photo: Photo | undefined): void {
    const former = shownId;
    if (photo?.id === former) return;
    shownId = photo?.id;
    const { photos } = store.getState();
    store.setState({ openId: undefined, tryIds: undefined, tryPart: undefined });
    if (photo === undefined) {
      const left = photos.filter(({ id }) => id !== former);
      set(left);
      const [next] = left;
      if (next !== undefined) show(next);
    } else if (photos.some(({ id }) => id === former)) {
      set(photos.map((each) => (each.id === former ? photo : each)));
    } else {
      set([...photos, photo]);
    }
  }
  slot.state.subscribe(({ photo }) => followSlot(photo));

  return {
    async takeFiles(files) {
      if (files.length > 1) await add(files);
      else await slot.takeFiles(files);
    },
    add,
    show,
    remove(photoId) {
      const left = store.getState().photos.filter(({ id }) => id !== photoId);
      set(left);
      const [next] = left;
      if (shownId !== photoId) return;
      if (next === undefined) {
        shownId = undefined;
        slot.set(undefined);
      } else show(next);
    },
    async restore(photoIds) {
      const found: Photo[] = [];
      for (const photoId of photoIds) {
        try {
          found.push(await deps.getPhoto(photoId));
        } catch (thrown) {
          if (readError(thrown).kind !== 'not-found') deps.fail(thrown);
        }
      }
      const { photos } = store.getState();
      set([...found, ...photos]);
      const [first] = found;
      if (first === undefined || photos.length > 0) return;
      shownId = first.id; // a result that was opened meanwhile stays
      slot.set(first);
    },
  };
}
