/**
 * Hands dropped files to the program itself, which knows their places on the disk: nothing is copied. In a
 * window of Gesso's own only; a browser keeps places for itself.
 */

/** The message's type; the preload knows it (`electron/host/port-messages.ts`). */
const FILES_TYPE = 'gesso:files';

/** @param files as they were dropped; a folder is one of them */
export function handOver(files: readonly File[]): void {
  const target = location.origin === 'null' ? '*' : location.origin;
  window.postMessage({ type: FILES_TYPE, files }, target);
}
