import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';
import { useSetting } from '../../core/backend/settings.ts';
import type { ClipClock } from './clock.ts';

/** @param lead times of the leading clip, ms */
export function useClipStart(clock: ClipClock, lead: readonly number[], isReady: boolean): void {
  const isStill = useReducedMotion() ?? false;
  const areClipsPaused = useSetting('areClipsPaused');
  // later changes of the settings do not start it
  const start = useEffectEvent(() => {
    if (!isStill && !areClipsPaused) clock.play();
  });
  useEffect(() => clock.setTimes(lead), [clock, lead]);
  useEffect(() => {
    if (isReady) start();
  }, [clock, isReady]);
}
