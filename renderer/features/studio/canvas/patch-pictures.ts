/** The pictures of results: those that the photo shows now, and those of states to compare it with. */
import { toAppError } from '../../../../shared/errors/app-error.ts';
import type { CanvasPatch } from './core-types.ts';
import type { PlacedPicture } from './photo-painter.ts';
import type { BitmapPicture } from './picture.ts';

export interface PatchPictures {
  /**
   * What the photo shows now, lowest first. Resolves when all are there; the former ones stay until
   * then.
   *
   * @throws AppError `cancelled` when called again meanwhile
   */
  setNow(patches: readonly CanvasPatch[]): Promise<void>;
  /** Other states of the photo. @throws as `setNow` */
  setStates(states: readonly (readonly CanvasPatch[])[]): Promise<void>;
  readonly now: readonly PlacedPicture[];
  readonly states: readonly (readonly PlacedPicture[])[];
  /** Forgets everything; what is on its way is given up. */
  clear(): void;
}

interface Loaded extends PlacedPicture {
  readonly patch: CanvasPatch;
  readonly picture: BitmapPicture;
}

/** Lists of results that are loaded together, and the request for the next ones. */
interface Slot {
  lists: readonly (readonly Loaded[])[];
  loading: AbortController | undefined;
}

/**
 * @param decode fetches a result's picture; rejects with an AppError
 * @param changed called when what is to be drawn has changed
 */
export function createPatchPictures(
  decode: (patch: CanvasPatch, signal: AbortSignal) => Promise<BitmapPicture>,
  changed: () => void,
): PatchPictures {
  const now: Slot = { lists: [], loading: undefined };
  const states: Slot = { lists: [], loading: undefined };

  function kept(): readonly Loaded[] {
    return [...now.lists, ...states.lists].flat();
  }

  function dispose(items: readonly Loaded[]): void {
    const still = new Set(kept().map(({ picture }) => picture));
    for (const { picture } of items) if (!still.has(picture)) picture.dispose();
  }

  function find(patch: CanvasPatch, fresh: readonly Loaded[]): Loaded | undefined {
    return [...kept(), ...fresh].find((item) => isSame(item.patch, patch));
  }

  /** Fetches those that are not here. @throws AppError; then what came is let go */
  async function fetchMissing(
    missing: readonly CanvasPatch[],
    fresh: Loaded[],
    signal: AbortSignal,
  ): Promise<void> {
    const results = await Promise.allSettled(
      missing.map(async (patch) => {
        const picture = await decode(patch, signal);
        fresh.push({ patch, rect: patch.rect, picture });
      }),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed === undefined && !signal.aborted) return;
    dispose(fresh);
    throw toAppError(failed?.reason ?? signal.reason);
  }

  async function set(slot: Slot, lists: readonly (readonly CanvasPatch[])[]): Promise<void> {
    slot.loading?.abort();
    const controller = new AbortController();
    slot.loading = controller;
    const wanted = new Map(lists.flat().map((patch) => [`${patch.id} ${patch.url}`, patch]));
    const fresh: Loaded[] = [];
    // The other slot may let one go that was here when this began: looked for until all are here.
    for (;;) {
      const missing = [...wanted.values()].filter((patch) => find(patch, fresh) === undefined);
      if (missing.length === 0) break;
      await fetchMissing(missing, fresh, controller.signal);
    }
    const former = slot.lists.flat();
    slot.lists = lists.map((patches) => patches.flatMap((patch) => find(patch, fresh) ?? []));
    changed();
    dispose([...former, ...fresh]);
  }

  return {
    setNow: (patches) => set(now, [patches]),
    setStates: (lists) => set(states, lists),
    get now() {
      return now.lists[0] ?? [];
    },
    get states() {
      return states.lists;
    },
    clear() {
      const former = kept();
      for (const slot of [now, states]) {
        slot.loading?.abort();
        slot.lists = [];
      }
      changed();
      dispose(former);
    },
  };
}

function isSame(a: CanvasPatch, b: CanvasPatch): boolean {
  return a.id === b.id && a.url === b.url;
}
