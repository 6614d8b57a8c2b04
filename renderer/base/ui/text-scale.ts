/** How large text is: lengths that JavaScript needs in pixels follow it, as those in CSS do by `rem`. */
import { useSyncExternalStore } from 'react';

/** The size of text that lengths are given for, CSS pixels. */
const NORMAL = 16;

/** @returns how large text is beside the normal 16 px, such as 2 at 200 % */
export function textScaleNow(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / NORMAL;
}

/** {@link textScaleNow}, followed while the window is open. */
export function useTextScale(): number {
  return useSyncExternalStore(follow, textScaleNow);
}

/** An element of 1 rem, which is noticed when it changes its size. It is not painted and takes no room. */
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
