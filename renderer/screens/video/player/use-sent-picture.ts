/** Loads the sent picture once, when it is first wanted. */
import { useEffect, useEffectEvent, useState } from 'react';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { type Size, intersectRects, type Rect } from '../../../../shared/geometry/rect.ts';
import { useOfFrame as partOfFrame } from '../../../../shared/geometry/working-frame.ts';
import { backend } from '../../../core/backend/client.ts';
import { sayError } from '../../../core/backend/say-error.ts';

/** @param size pixels of the clip; the same object while nothing changes */
export function useSentPicture(job: Job, size: Size, isWanted: boolean): ImageBitmap | undefined {
  const [shown, setShown] = useState<{
    id: string;
    size: Size;
    picture: ImageBitmap | undefined;
  }>();
  const [isAsked, setAsked] = useState(false);
  if (isWanted && !isAsked) setAsked(true);
  // updates of a job do not change its picture
  const load = useEffectEvent(() => loadSentPicture(job, size));
  const { id } = job;
  useEffect(() => {
    if (!isAsked) return undefined;
    let loaded: ImageBitmap | undefined;
    let isGone = false;
    async function show(): Promise<void> {
      try {
        loaded = await load();
        if (isGone) loaded?.close();
        else setShown({ id, size, picture: loaded });
      } catch (thrown) {
        sayError(thrown);
      }
    }
    void show();
    return () => {
      isGone = true;
      loaded?.close();
      setShown(undefined);
    };
  }, [id, size, isAsked]);
  // that of the job before is about to be closed
  return shown?.id === id && shown.size === size ? shown.picture : undefined;
}

/**
 * @param size pixels of the clip
 * @returns `undefined` if the clip has no picture of its own, or it has left the library
 */
async function loadSentPicture(job: Job, size: Size): Promise<ImageBitmap | undefined> {
  if (job.subject === undefined) return undefined;
  const { photoId, region } = job.subject;
  const photo = await backend.photos.get({ photoId });
  const used = usedPart(job, region, size);
  const scale = size.width / used.width;
  const down = size.height / used.height;
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext('2d');
  if (context === null) return undefined;
  context.imageSmoothingQuality = 'high';
  const whole = { x: 0, y: 0, width: photo.width, height: photo.height };
  const applied = photo.patches.filter(({ state }) => state === 'applied');
  for (const { url, rect } of [{ url: photo.url, rect: whole }, ...applied]) {
    const seen = intersectRects(rect, used);
    if (seen.width <= 0 || seen.height <= 0) continue;
    const picture = await createImageBitmap(await (await fetch(url)).blob());
    context.drawImage(
      picture,
      (rect.x - used.x) * scale,
      (rect.y - used.y) * down,
      rect.width * scale,
      rect.height * down,
    );
    picture.close();
  }
  return canvas.transferToImageBitmap();
}

/** The part of the photo that fills the frame, photo space. */
function usedPart(job: Job, region: Rect, size: Size): Rect {
  if (job.brief.kind !== 'video') return region;
  const { used } = partOfFrame(region, job.brief.parameters.resizeMode, size);
  return { ...used, x: region.x + used.x, y: region.y + used.y };
}
