/** The clock of a comparison: it holds at the start until every clip is there. */
import { useReducedMotion } from '@mantine/hooks';
import { useEffect } from 'react';
import { DEFAULT_SETTINGS } from '../../../../shared/contract/settings.ts';
import { useSettings } from '../../../backend/settings.ts';
import type { ClipClock } from '../../../clips/clock.ts';

/** @param lead times of the leading clip */
export function useCompareClock(clock: ClipClock, lead: readonly number[], isReady: boolean): void {
  const isStill = useReducedMotion() ?? false;
  const { areClipsPaused } = useSettings() ?? DEFAULT_SETTINGS;
  useEffect(() => clock.setTimes(lead), [clock, lead]);
  useEffect(() => {
    if (isReady && !isStill && !areClipsPaused) clock.play();
    // later changes of the settings do not start it
  }, [clock, isReady]);
}
