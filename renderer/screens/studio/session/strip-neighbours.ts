/** Preloads neighbours, so that the next step shows at once. */
import { photoBeside } from '../model/strip.ts';
import { pictureOf } from './photo-actions.ts';
import type { SessionContext } from './session-context.ts';

const NEIGHBOURS = {
  /** Delay, ms: a held key skips them all. */
  prepareAfter: 150,
} as const;

export function createNeighbours({ core, backend, stores }: SessionContext) {
  const { strip } = stores;
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
    const { activeId } = strip.getState();
    const ids = [direction, -direction, 2 * direction].flatMap(
      (steps) => photoBeside(strip.getState().entries, activeId, steps) ?? [],
    );
    const wanted = [...new Set(ids)].filter((id) => id !== activeId);
    const photos = await Promise.all(wanted.map((photoId) => backend.photos.get({ photoId })));
    if (strip.getState().activeId !== activeId) return;
    core.prepare(
      photos.map((photo) => ({
        photo: pictureOf(photo),
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
