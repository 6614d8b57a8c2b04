import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useSetting } from '../../core/backend/settings.ts';
import { useScreen } from '../../core/screen/screen-context.tsx';
import type { ClipClock } from './clock.ts';

/**
 * Plays a clip as soon as it is ready, and pauses it while another screen is in front.
 *
 * @param lead times of the leading clip, ms
 */
export function useClipStart(clock: ClipClock, lead: readonly number[], isReady: boolean): void {
  const isStill = useReducedMotion() ?? false;
  const areClipsPaused = useSetting('areClipsPaused');
  const { isInFront } = useScreen();
  const isInterrupted = useRef(false);
  // later changes of the settings do not start it
  const start = useEffectEvent(() => {
    if (isStill || areClipsPaused) return;
    if (isInFront) clock.play();
    else isInterrupted.current = true;
  });
  useEffect(() => clock.setTimes(lead), [clock, lead]);
  useEffect(() => {
    if (isReady) start();
  }, [clock, isReady]);
  useEffect(() => {
    if (isInFront) {
      if (isInterrupted.current) clock.play();
      isInterrupted.current = false;
    } else {
      isInterrupted.current ||= clock.snapshot.isPlaying;
      clock.pause();
    }
  }, [clock, isInFront]);
}
