/**
 * An answer that has fewer pixels than the part it is laid over: enlarged, it is soft everywhere. Only the
 * pixels that the service has really changed are taken from it; the rest stays the photo's own.
 */
import sharp from 'sharp';
import { sizeWithin, type Size } from '../../../../shared/geometry/rect.ts';
import { mixNumber } from '../../../../shared/mix/mix-weights.ts';
import { changedPixels } from './changed-pixels.ts';
import { featherAlpha } from '../sent/mask-ring.ts';

const COMPARED = {
  /** Most pixels with which both are compared, so that the program is not held up. */
  mostPixels: 1_000_000,
  /** Of these, over which a changed area fades into the photo. */
  feather: 4,
} as const;

/**
 * Changes `layer` in place.
 *
 * @param layer the answer enlarged to the part, RGB, 8 bits
 * @param photo the part itself, RGB, 8 bits
 * @param answer pixels of the answer before it was enlarged
 */
export async function keepUnchanged(
  layer: Uint8Array,
  photo: Uint8Array,
  size: Size,
  answer: Size,
): Promise<void> {
  const compared = sizeWithin(answer, COMPARED.mostPixels);
  const small = async (pixels: Uint8Array): Promise<Uint8Array> =>
    await sharp(pixels, { raw: { width: size.width, height: size.height, channels: 3 } })
      .resize(compared.width, compared.height, { fit: 'fill' })
      .raw()
      .toBuffer();
  const [before, after] = await Promise.all([small(photo), small(layer)]);
  const changed = changedPixels(before, after, compared);
  if (changed === undefined) {
    layer.set(photo);
    return;
  }
  const { width, height } = compared;
  const soft = featherAlpha({ pixels: changed, width, height }, COMPARED.feather);
  const alpha = await sharp(soft, { raw: { width, height, channels: 1 } })
    .resize(size.width, size.height, { fit: 'fill', kernel: 'cubic' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  for (let pixel = 0, index = 0; pixel < alpha.length; pixel++, index += 3) {
    const weight = alpha[pixel] ?? 0;
    if (weight === 255) continue;
    for (let channel = index; channel < index + 3; channel++) {
      layer[channel] = mixNumber(photo[channel] ?? 0, layer[channel] ?? 0, weight);
    }
  }
}
