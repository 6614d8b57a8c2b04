import sharp, { type Sharp } from 'sharp';
import { openImage, ownBytes, PICTURE_LIMITS } from '../pictures/raster.ts';
import { type UpscaleOrder, type UpscalePlan, type Upscaler, UPSCALERS } from './call.ts';

export async function upscale(order: UpscaleOrder): Promise<Uint8Array<ArrayBuffer>> {
  const { image, plan, upscaler, second } = order;
  let picture = await resampled(image, plan, upscaler);
  if (second !== null) {
    const [{ data, info }, other] = await Promise.all([
      picture.raw().toBuffer({ resolveWithObject: true }),
      resampled(image, plan, second.upscaler).then((each) => each.raw().toBuffer()),
    ]);
    for (const [at, sample] of data.entries()) {
      data[at] = Math.round(sample + second.visibility * ((other[at] as number) - sample));
    }
    const { width, height, channels } = info;
    picture = sharp(data, { raw: { width, height, channels }, limitInputPixels: false });
    picture = picture.toColourspace(channels < 3 ? 'b-w' : 'srgb');
  }
  return ownBytes(await picture.png({ compressionLevel: 3 }).toBuffer());
}

async function resampled(image: Uint8Array, plan: UpscalePlan, upscaler: Upscaler): Promise<Sharp> {
  const { kernel, sharpen, isCleaned } = UPSCALERS[upscaler];
  const { width, height, canvas } = plan;
  const opened = await openImage(image, PICTURE_LIMITS.upscale);
  const whole = (isCleaned ? await withoutSpeckles(opened) : opened).resize(width, height, {
    kernel,
    fit: 'fill',
  });
  const sigma = Math.min(10, sharpen * plan.scale);
  const scaled = sharpen === 0 ? whole : whole.sharpen({ sigma });
  const [left, top] = [Math.max(0, plan.left), Math.max(0, plan.top)];
  const border = { left: left - plan.left, top: top - plan.top };
  const cut = {
    left,
    top,
    width: Math.min(width - left, canvas.width - border.left),
    height: Math.min(height - top, canvas.height - border.top),
  };
  if (cut.width === canvas.width && cut.height === canvas.height) return scaled.extract(cut);
  const { data, info } = await scaled.extract(cut).raw().toBuffer({ resolveWithObject: true });
  const { channels } = info;
  // a pipeline of its own: in one, the sharpening would come after the border
  const { width: w, height: h } = cut;
  return sharp(data, { raw: { width: w, height: h, channels }, limitInputPixels: false }).extend({
    ...border,
    right: canvas.width - border.left - w,
    bottom: canvas.height - border.top - h,
    background: '#000000',
  });
}

/** A pipeline of its own: in one, the median would come after the enlargement. */
async function withoutSpeckles(picture: Sharp): Promise<Sharp> {
  const { data, info } = await picture.median(3).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const cleaned = sharp(data, { raw: { width, height, channels }, limitInputPixels: false });
  return cleaned.toColourspace(channels < 3 ? 'b-w' : 'srgb');
}
