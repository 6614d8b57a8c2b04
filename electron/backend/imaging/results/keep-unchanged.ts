/** An enlarged answer is soft everywhere, so only its changed pixels are used. */
import sharp from 'sharp';
import { sizeWithin, type Size } from '../../../../shared/geometry/rect.ts';
import { mixNumber } from '../../../../shared/mix/mix-weights.ts';
import { changedPixels } from './changed-pixels.ts';
import { featherAlpha } from '../sent/mask-ring.ts';

const COMPARED = {
  /** Most pixels for the comparison, to limit its time. */
  mostPixels: 1_000_000,
  /** Width of the fade into the photo, compared pixels. */
  feather: 4,
} as const;

/**
 * @param layer the enlarged answer, RGB, 8 bits, modified in place
 * @param photo the original area, RGB, 8 bits
 * @param answer size before enlarging
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
