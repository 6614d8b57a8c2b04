/** Closes one thing: the front overlay, else something on the current screen, else the window. */
import { frontCloser } from '../base/screen/closers.ts';
import { closeOverlay, frontOverlay } from '../base/screen/overlays.ts';

/** Whether there is something to close before the window. */
export function hasOpen(): boolean {
  return frontOverlay() !== undefined || frontCloser() !== undefined;
}

/** @param closeWindow only where Gesso has a window of its own */
export function closeFront(closeWindow: (() => void) | undefined): void {
  const overlay = frontOverlay();
  if (overlay !== undefined) {
    closeOverlay(overlay);
    return;
  }
  const closer = frontCloser();
  if (closer === undefined) closeWindow?.();
  else closer.close();
}
