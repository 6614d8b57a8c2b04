/** The larger picture, as a worker makes it. */
import sharp, { type Sharp } from 'sharp';
import { openImage, PICTURE_LIMITS } from '../pictures/raster.ts';
import { ownBytes } from '../work/messages.ts';
import { type UpscaleOrder, type UpscalePlan, type Upscaler, UPSCALERS } from './call.ts';

/** @returns a PNG */
export async function upscale(order: UpscaleOrder): Promise<Uint8Array<ArrayBuffer>> {
  const { image, plan, upscaler, second } = order;
  const first = await resampled(image, plan, upscaler);
  if (second === null) return encode(first);
  const [a, b] = await Promise.all([
    first.raw().toBuffer({ resolveWithObject: true }),
    resampled(image, plan, second.upscaler).then((other) => other.raw().toBuffer()),
  ]);
  for (let at = 0; at < a.data.length; at += 1) {
    const sample = a.data[at] as number;
    a.data[at] = Math.round(sample + second.visibility * ((b[at] as number) - sample));
  }
  const { width, height, channels } = a.info;
  const raw = sharp(a.data, { raw: { width, height, channels }, limitInputPixels: false });
  return encode(raw.toColourspace(channels < 3 ? 'b-w' : 'srgb'));
}

async function encode(picture: Sharp): Promise<Uint8Array<ArrayBuffer>> {
  return ownBytes(await picture.png({ compressionLevel: 3 }).toBuffer());
}

async function resampled(image: Uint8Array, plan: UpscalePlan, upscaler: Upscaler): Promise<Sharp> {
  const { kernel, sharpen, isCleaned } = UPSCALERS[upscaler];
  const opened = await openImage(image, PICTURE_LIMITS.upscale);
  const { width, height } = plan;
  const whole = (isCleaned ? opened.median(3) : opened).resize(width, height, {
    kernel,
    fit: 'fill',
  });
  const sigma = Math.min(10, sharpen * plan.scale);
  return onCanvas(sharpen === 0 ? whole : whole.sharpen({ sigma }), plan);
}

/** Cut to the canvas, or with black around where the picture is smaller. */
async function onCanvas(scaled: Sharp, plan: UpscalePlan): Promise<Sharp> {
  const { cropWidth, cropHeight } = plan;
  const left = Math.max(0, plan.left);
  const top = Math.max(0, plan.top);
  const borderLeft = Math.max(0, -plan.left);
  const borderTop = Math.max(0, -plan.top);
  const width = Math.min(plan.width - left, cropWidth - borderLeft);
  const height = Math.min(plan.height - top, cropHeight - borderTop);
  const cut = scaled.extract({ left, top, width, height });
  if (width === cropWidth && height === cropHeight) return cut;
  const { data, info } = await cut.raw().toBuffer({ resolveWithObject: true });
  const { channels } = info;
  // A pipeline of its own: in one, the sharpening would come after the border.
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: false }).extend({
    left: borderLeft,
    top: borderTop,
    right: cropWidth - borderLeft - width,
    bottom: cropHeight - borderTop - height,
    background: '#000000',
  });
}
