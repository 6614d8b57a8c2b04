/** The text size, for lengths that JavaScript needs in pixels where CSS has `rem`. */
import { useSyncExternalStore } from 'react';
import { createCallbacks } from '../../../shared/callbacks.ts';

/** The text size that lengths are given for, CSS pixels. */
const NORMAL = 16;

const changed = createCallbacks();

/** Cached, because reading it during a render forces the browser to recalculate styles. */
let scale: number | undefined;

/** @returns relative to the normal 16 px, such as 2 at 200 %; with updates */
export function useTextScale(): number {
  return useSyncExternalStore(changed.on, textScale);
}

function textScale(): number {
  if (scale === undefined) {
    scale = measure();
    follow();
  }
  return scale;
}

function measure(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / NORMAL;
}

/** Observes an invisible element of 1 rem for as long as the window lives. */
function follow(): void {
  const measured = document.createElement('div');
  measured.style.cssText = 'position:absolute;visibility:hidden;width:1rem;height:0';
  new ResizeObserver(() => {
    scale = measure();
    changed.call();
  }).observe(measured);
  document.body.append(measured);
}
