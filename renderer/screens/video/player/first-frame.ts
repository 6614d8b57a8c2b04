/** Delays the player's controls, which are slow to render, until the first frame is shown. */
import { useEffect, useState } from 'react';
import type { Clip } from '../../../pictures/clips/clips.ts';

export function useHasBegun(clip: Clip): boolean {
  const [hasBegun, setBegun] = useState(false);
  useEffect(() => {
    let frame: number | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      if (frame !== undefined || clip.decoded === 0) return;
      frame = requestAnimationFrame(() => {
        timer = setTimeout(() => setBegun(true));
      });
    };
    follow();
    const stop = clip.subscribe(follow);
    return () => {
      stop();
      clearTimeout(timer);
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [clip]);
  return hasBegun;
}
