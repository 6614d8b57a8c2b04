/**
 * Looks locally and for free for what the working frame must not cut off: faces, else the main
 * object.
 */
import type { Photo } from '../../../../shared/contract/photos.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import { hasSameRatio, likelyFrame } from '../../../../shared/geometry/working-frame.ts';
import { headOf, mainObject, partToKeep } from '../model/part-to-keep.ts';
import type { VideoParts } from './video-parts.ts';

/** Looks at each new picture of the well; only the latest counts. */
export function createKeepInFrame({
  backend,
  store,
  well,
}: Pick<VideoParts, 'backend' | 'store' | 'well'>) {
  let latest: AbortController | undefined;

  async function keptOf(photo: Photo, signal: AbortSignal): Promise<readonly Rect[]> {
    const { faces } = await backend.faces.find({ photoId: photo.id }, { signal });
    if (faces.length > 0) return faces.map((face) => headOf(face, photo));
    const objects = await backend.selection.objects({ photoId: photo.id }, { signal });
    const main = mainObject(objects, photo);
    return main === undefined ? [] : [main];
  }

  /** `undefined` for the middle. */
  function set(part: Rect | undefined): void {
    latest?.abort();
    store.setState({ part });
  }

  async function look(photo: Photo | undefined): Promise<void> {
    set(undefined);
    if (photo === undefined || hasSameRatio(photo, likelyFrame(photo))) return;
    const { signal } = (latest = new AbortController());
    try {
      const part = partToKeep(photo, await keptOf(photo, signal));
      if (!signal.aborted) store.setState({ part });
    } catch {
      // optional: if nothing can be found, the service takes the middle
    }
  }

  well.state.subscribe((now, before) => {
    if (now.photo?.id !== before.photo?.id) void look(now.photo);
  });
  return { set };
}
