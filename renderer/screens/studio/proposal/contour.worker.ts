/** Finds contours off the main thread. */
import { contourOf, type ContourOrder } from './contour.ts';

self.addEventListener('message', ({ data }: MessageEvent<ContourOrder>) => {
  const contour = contourOf(data);
  const transfer = [...contour.edges, ...contour.crumbs].map(({ buffer }) => buffer);
  self.postMessage(contour, { transfer });
});
