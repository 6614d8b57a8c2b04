import { toAppError, type AppError } from '../../../../shared/errors/app-error.ts';
import type { Decoding } from './decoder.ts';
import { createMaskedPicture } from './masked-picture.ts';
import type { PictureSource, PlacedPicture } from './picture.ts';
import type { PicturePatch } from '../viewer-types.ts';

export type PatchPictures = ReturnType<typeof createPatchPictures>;

interface Loaded extends PlacedPicture {
  readonly patch: PicturePatch;
  readonly picture: PictureSource;
}

interface Slot {
  lists: readonly (readonly Loaded[])[];
  loading: AbortController | undefined;
}

/** @param failedLater a visible picture cannot be decoded completely */
export function createPatchPictures(
  decode: (patch: PicturePatch, signal: AbortSignal) => Decoding,
  changed: () => void,
  failedLater: (error: AppError) => void,
) {
  const now: Slot = { lists: [], loading: undefined };
  const states: Slot = { lists: [], loading: undefined };

  function kept(): readonly Loaded[] {
    return [...now.lists, ...states.lists].flat();
  }

  function dispose(items: readonly Loaded[]): void {
    const still = new Set(kept().map(({ picture }) => picture));
    for (const { picture } of items) if (!still.has(picture)) picture.dispose();
  }

  function find(patch: PicturePatch, fresh: readonly Loaded[]): Loaded | undefined {
    return [...kept(), ...fresh].find((item) => isSame(item.patch, patch));
  }

  /** @throws AppError; those that did arrive are then released */
  async function fetchMissing(
    missing: readonly PicturePatch[],
    fresh: Loaded[],
    signal: AbortSignal,
  ): Promise<void> {
    const results = await Promise.allSettled(
      missing.map(async (patch) => {
        const decoding = decode(patch, signal);
        const decoded = await decoding.picture;
        const whole = decoded.asLayer?.() ?? decoded;
        const { weight } = patch;
        const picture = weight === undefined ? whole : createMaskedPicture(whole, weight);
        fresh.push({ patch, rect: patch.rect, picture });
        void complete(decoding, picture);
      }),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed === undefined && !signal.aborted) return;
    dispose(fresh);
    throw toAppError(failed?.reason ?? signal.reason);
  }

  /** A visible picture may turn out to be damaged further down. */
  async function complete(decoding: Decoding, picture: PictureSource): Promise<void> {
    try {
      await decoding.complete;
    } catch (thrown) {
      const error = toAppError(thrown);
      if (error.kind === 'cancelled' || !kept().some((item) => item.picture === picture)) return;
      failedLater(error);
    }
  }

  async function set(slot: Slot, lists: readonly (readonly PicturePatch[])[]): Promise<void> {
    slot.loading?.abort();
    const controller = new AbortController();
    slot.loading = controller;
    const wanted = new Map(lists.flat().map((patch) => [`${patch.id} ${patch.url}`, patch]));
    const fresh: Loaded[] = [];
    // The other slot may release a picture during a download, so repeat until none is missing.
    for (;;) {
      const missing = [...wanted.values()].filter((patch) => find(patch, fresh) === undefined);
      if (missing.length === 0) break;
      await fetchMissing(missing, fresh, controller.signal);
    }
    const former = slot.lists.flat();
    slot.lists = lists.map((patches) => patches.flatMap((patch) => find(patch, fresh) ?? []));
    if (former.length > 0 || wanted.size > 0) changed();
    dispose([...former, ...fresh]);
  }

  return {
    /**
     * Lowest first. Resolves when all are loaded; the old ones stay until then.
     * @throws AppError `damaged-file`, `unreachable`; `cancelled` if called again meanwhile
     */
    setNow: (patches: readonly PicturePatch[]): Promise<void> => set(now, [patches]),
    /** @throws AppError as `setNow` */
    setStates: (lists: readonly (readonly PicturePatch[])[]): Promise<void> => set(states, lists),
    get now(): readonly PlacedPicture[] {
      return now.lists[0] ?? [];
    },
    get states(): readonly (readonly PlacedPicture[])[] {
      return states.lists;
    },
    clear(): void {
      const former = kept();
      for (const slot of [now, states]) {
        slot.loading?.abort();
        slot.lists = [];
      }
      if (former.length > 0) changed();
      dispose(former);
    },
  };
}

function isSame(a: PicturePatch, b: PicturePatch): boolean {
  return a.id === b.id && a.url === b.url && a.live === b.live && a.weight === b.weight;
}
