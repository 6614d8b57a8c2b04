/** The text size, for lengths that JavaScript needs in pixels where CSS has `rem`. */
import { useSyncExternalStore } from 'react';

/** The text size that lengths are given for, CSS pixels. */
const NORMAL = 16;

/** @returns relative to the normal 16 px, such as 2 at 200 % */
export function textScaleNow(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / NORMAL;
}

/** {@link textScaleNow} with updates. */
export function useTextScale(): number {
  return useSyncExternalStore(follow, textScaleNow);
}

/** Observes an invisible element of 1 rem. */
function follow(onChange: () => void): () => void {
  const measured = document.createElement('div');
  measured.style.cssText = 'position:absolute;visibility:hidden;width:1rem;height:0';
  const observer = new ResizeObserver(onChange);
  observer.observe(measured);
  document.body.append(measured);
  return () => {
    observer.disconnect();
    measured.remove();
  };
}
