/** Loads the sent picture once, when it is first wanted. */
import { useEffect, useEffectEvent, useState } from 'react';
import type { Job } from '../../../../shared/contract/jobs.ts';
import type { Rect, Size } from '../../../../shared/geometry/rect.ts';
import { useOfFrame as partOfFrame } from '../../../../shared/geometry/working-frame.ts';
import { backend } from '../../../core/backend/client.ts';
import { loadAppearance } from '../picture/frame-canvas.ts';
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
  const load = useEffectEvent((signal: AbortSignal) => loadSentPicture(job, size, signal));
  const { id } = job;
  useEffect(() => {
    if (!isAsked) return undefined;
    let loaded: ImageBitmap | undefined;
    const controller = new AbortController();
    async function show(): Promise<void> {
      try {
        loaded = await load(controller.signal);
        if (controller.signal.aborted) loaded?.close();
        else setShown({ id, size, picture: loaded });
      } catch (thrown) {
        if (!controller.signal.aborted) sayError(thrown);
      }
    }
    void show();
    return () => {
      controller.abort();
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
async function loadSentPicture(
  job: Job,
  size: Size,
  signal: AbortSignal,
): Promise<ImageBitmap | undefined> {
  if (job.subject === undefined) return undefined;
  const { photoId, region } = job.subject;
  const photo = await backend.photos.get({ photoId });
  const used = usedPart(job, region, size);
  const scale = size.width / used.width;
  const down = size.height / used.height;
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext('2d');
  if (context === null) return undefined;
  const { url, width, height, patches } = photo;
  const applied = patches.filter(({ state }) => state === 'applied');
  const whole = { url, size: { width, height } };
  const picture = await loadAppearance(whole, applied, Math.min(1, scale), signal);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, -used.x * scale, -used.y * down, width * scale, height * down);
  picture.close();
  return canvas.transferToImageBitmap();
}

/** The part of the photo that fills the frame, photo space. */
function usedPart(job: Job, region: Rect, size: Size): Rect {
  if (job.brief.kind !== 'video') return region;
  const { used } = partOfFrame(region, job.brief.parameters.resizeMode, size);
  return { ...used, x: region.x + used.x, y: region.y + used.y };
}
