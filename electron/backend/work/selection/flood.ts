import type { FoundPixels, HeldPicture, SelectionWork } from './messages.ts';
import { withFoundEdge } from './found-edge.ts';

/** The colour is that of the pixel at the point. */
export function flood(
  picture: HeldPicture,
  { point, tolerance, isContiguous }: SelectionWork['wand']['order'],
): FoundPixels {
  const { width, height, rgb, rect } = picture;
  const startX = Math.min(width - 1, Math.floor(((point.x - rect.x) * width) / rect.width));
  const startY = Math.min(height - 1, Math.floor(((point.y - rect.y) * height) / rect.height));
  const start = startY * width + startX;
  const [red = 0, green = 0, blue = 0] = rgb.subarray(start * 3, start * 3 + 3);
  const pixels = new Uint8Array(width * height);
  const alike = (index: number): boolean => {
    const at = index * 3;
    return (
      Math.abs((rgb[at] ?? 0) - red) <= tolerance &&
      Math.abs((rgb[at + 1] ?? 0) - green) <= tolerance &&
      Math.abs((rgb[at + 2] ?? 0) - blue) <= tolerance
    );
  };
  if (isContiguous) fillFrom(start, { pixels, width, height, alike });
  else for (let index = 0; index < pixels.length; index++) if (alike(index)) pixels[index] = 1;
  return withFoundEdge(picture, { x: 0, y: 0, width, height }, { pixels, width, height }, 1);
}

/** Scanline fill: one stack entry per run of pixels. */
function fillFrom(
  start: number,
  {
    pixels,
    width,
    height,
    alike,
  }: {
    readonly pixels: Uint8Array;
    readonly width: number;
    readonly height: number;
    readonly alike: (index: number) => boolean;
  },
): void {
  const stack = [start];
  const isOpen = (index: number): boolean => pixels[index] === 0 && alike(index);
  for (let seed = stack.pop(); seed !== undefined; seed = stack.pop()) {
    if (!isOpen(seed)) continue;
    const row = Math.floor(seed / width) * width;
    let from = seed;
    while (from > row && isOpen(from - 1)) from -= 1;
    let to = seed + 1;
    while (to < row + width && isOpen(to)) to += 1;
    pixels.fill(1, from, to);
    for (const step of [-width, width]) {
      if (row + step < 0 || row + step >= width * height) continue;
      let wasOpen = false;
      for (let index = from + step; index < to + step; index++) {
        const open = isOpen(index);
        if (open && !wasOpen) stack.push(index);
        wasOpen = open;
      }
    }
  }
}
