/** A PNG has twice the pixels of the SVG, which is our own. */
import { FILE_SIZE } from './chart-file.ts';

const SCALE = 2;

/** @throws Error if the browser cannot draw it */
export async function pngOfSvg(svg: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = new OffscreenCanvas(FILE_SIZE.width * SCALE, FILE_SIZE.height * SCALE);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('There is no canvas to draw the chart on.');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type: 'image/png' });
  } finally {
    URL.revokeObjectURL(url);
  }
}
