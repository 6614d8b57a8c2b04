/** Closes one thing: the overlay in front, then something of the screen in front, then the window. */
import { frontCloser } from '../base/screen/closers.ts';
import { closeOverlay, frontOverlay } from '../base/screen/overlays.ts';

/** Something is open that can be closed before the window. */
export function hasOpen(): boolean {
  return frontOverlay() !== undefined || frontCloser() !== undefined;
}

/** @param closeWindow where Gesso has a window of its own: called when nothing is open in it */
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
