/** Loads the sent picture once, when it is first wanted. */
import { useEffect, useEffectEvent, useState } from 'react';
import type { Job } from '../../../../shared/contract/jobs.ts';
import type { Size } from '../../../../shared/geometry/rect.ts';
import { readError } from '../../../base/backend/read-error.ts';
import { say } from '../../../base/ui/say.ts';
import { loadSentPicture } from './sent-picture.ts';

/** @param size pixels of the clip; the same object while nothing changes */
export function useSentPicture(job: Job, size: Size, isWanted: boolean): ImageBitmap | undefined {
  const [picture, setPicture] = useState<ImageBitmap>();
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
        else setPicture(loaded);
      } catch (thrown) {
        say(readError(thrown).message);
      }
    }
    void show();
    return () => {
      isGone = true;
      loaded?.close();
      setPicture(undefined);
    };
  }, [id, size, isAsked]);
  return picture;
}
