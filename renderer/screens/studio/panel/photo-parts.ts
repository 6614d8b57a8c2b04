/** Preloads parts for photos while idle: loading them with the first photo would delay it. */
import { lazy, useEffect } from 'react';

const loadOptions = () => import('../options/OptionsBar.tsx');
const loadSettings = () => import('../run/RunSettings.tsx');
const loadFoot = () => import('../run/RunFoot.tsx');
const loadRuns = () => import('../run/RunList.tsx');

export const OptionsBar = lazy(loadOptions);
export const RunSettings = lazy(loadSettings);
export const RunFoot = lazy(loadFoot);
export const RunList = lazy(loadRuns);

/** Milliseconds. */
const MOST_WAIT = 2000;

export function usePhotoParts(): void {
  useEffect(() => {
    const handle = requestIdleCallback(
      () => {
        for (const load of [loadOptions, loadSettings, loadFoot, loadRuns]) {
          load().catch(() => undefined); // the part reports it when it is needed
        }
      },
      { timeout: MOST_WAIT },
    );
    return () => cancelIdleCallback(handle);
  }, []);
}
