/**
 * Parts of the screen that are seen with a photo alone. A window starts without them and loads them as
 * soon as it is at rest: with its first photo they would delay the picture.
 */
import { lazy, useEffect } from 'react';

const loadOptions = () => import('../options/OptionsBar.tsx');
const loadSettings = () => import('../run/RunSettings.tsx');
const loadFoot = () => import('../run/RunFoot.tsx');
const loadRuns = () => import('../run/RunList.tsx');

export const OptionsBar = lazy(loadOptions);
export const RunSettings = lazy(loadSettings);
export const RunFoot = lazy(loadFoot);
export const RunList = lazy(loadRuns);

/** Longest wait for rest, milliseconds. */
const MOST_WAIT = 2000;

/** Loads them ahead. */
export function usePhotoParts(): void {
  useEffect(() => {
    const handle = requestIdleCallback(
      () => {
        for (const load of [loadOptions, loadSettings, loadFoot, loadRuns]) {
          load().catch(() => undefined); // the part says so when it is needed
        }
      },
      { timeout: MOST_WAIT },
    );
    return () => cancelIdleCallback(handle);
  }, []);
}
