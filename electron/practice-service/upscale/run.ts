/** Upscaling in a worker: checking the call, then making the larger picture. */
import sharp, { type Sharp } from 'sharp';
import { PICTURE_LIMITS } from '../pictures/picture-limits.ts';
import { checkImageHeader, decodeImage, inspectImage, openImage } from '../pictures/raster.ts';
import type { Report, SynchronousCall } from '../work/messages.ts';
import { ownBytes } from '../work/transfer.ts';
import { outOfRange, readUpscaleBody } from './body.ts';
import type { UpscaleOrder } from './order.ts';
import { planOf, type UpscalePlan } from './size-plan.ts';
import { resamplingOf, type Upscaler } from './upscalers.ts';

const OUTPUT = {
  /** Most pixels of a result: 32 megapixels. */
  pixels: 32 * 1024 * 1024,
  /** zlib level of the PNG, 0-9. */
  pngLevel: 3,
} as const;

/**
 * Checks an upscale call.
 *
 * @throws ServiceError when the call is refused
 */
export async function readUpscale(
  { body, inspectOnly }: SynchronousCall,
  report: Report,
): Promise<UpscaleOrder> {
  const { parameters, image, fields } = readUpscaleBody(body);
  const inspection = await inspectImage(image);
  const summary = { ...fields, image: inspection };
  const { width, height } = inspection;
  const copy = ownBytes(inspectOnly ? new Uint8Array(0) : image);
  let plan: UpscalePlan;
  try {
    checkImageHeader(inspection, 'image', PICTURE_LIMITS.upscale);
    plan = planOf(width ?? 1, height ?? 1, parameters.target, 'exact');
    if (
      plan.cropWidth * plan.cropHeight > OUTPUT.pixels ||
      plan.width * plan.height > 2 * OUTPUT.pixels
    ) {
      throw outOfRange('upscaling_resize', 'makes a picture of more than 32 megapixels.');
    }
    if (!inspectOnly) await decodeImage(image, 'image', PICTURE_LIMITS.upscale);
  } finally {
    report({ summary, files: { image } });
  }
  const size = `${width} x ${height} to ${plan.cropWidth} x ${plan.cropHeight}`;
  const info = `${parameters.upscaler}: ${size}`;
  return {
    parameters,
    plan,
    inputWidth: width ?? 1,
    inputHeight: height ?? 1,
    image: copy,
    info,
  };
}

/** Makes the larger picture: a PNG. */
export async function upscale(order: UpscaleOrder): Promise<Uint8Array<ArrayBuffer>> {
  const { image, plan, parameters } = order;
  const first = await resampled(image, plan, parameters.upscaler);
  if (parameters.second === null) return encode(first);
  const { upscaler, visibility } = parameters.second;
  const [a, b] = await Promise.all([
    first.raw().toBuffer({ resolveWithObject: true }),
    resampled(image, plan, upscaler).then((second) => second.raw().toBuffer()),
  ]);
  for (let at = 0; at < a.data.length; at += 1) {
    const sample = a.data[at] as number;
    a.data[at] = Math.round(sample + visibility * ((b[at] as number) - sample));
  }
  const { width, height, channels } = a.info;
  const isGrey = channels < 3;
  const raw = sharp(a.data, { raw: { width, height, channels }, limitInputPixels: false });
  return encode(raw.toColourspace(isGrey ? 'b-w' : 'srgb'));
}

async function encode(picture: Sharp): Promise<Uint8Array<ArrayBuffer>> {
  return ownBytes(await picture.png({ compressionLevel: OUTPUT.pngLevel }).toBuffer());
}

async function resampled(image: Uint8Array, plan: UpscalePlan, upscaler: Upscaler): Promise<Sharp> {
  const { kernel, sharpen, isCleaned } = resamplingOf(upscaler);
  const opened = await openImage(image, PICTURE_LIMITS.upscale);
  const scaled = (isCleaned ? opened.median(3) : opened).resize(plan.width, plan.height, {
    kernel,
    fit: 'fill',
  });
  const whole =
    sharpen === null ? scaled : scaled.sharpen({ sigma: Math.min(10, sharpen * plan.scale) });
  return onCanvas(whole, plan);
}

/** Cut to the canvas, or with black around where the picture is smaller. */
async function onCanvas(scaled: Sharp, plan: UpscalePlan): Promise<Sharp> {
  const { cropWidth, cropHeight } = plan;
  const left = Math.max(0, plan.left);
  const top = Math.max(0, plan.top);
  const rimLeft = Math.max(0, -plan.left);
  const rimTop = Math.max(0, -plan.top);
  const width = Math.min(plan.width - left, cropWidth - rimLeft);
  const height = Math.min(plan.height - top, cropHeight - rimTop);
  const cut = scaled.extract({ left, top, width, height });
  if (width === cropWidth && height === cropHeight) return cut;
  const { data, info } = await cut.raw().toBuffer({ resolveWithObject: true });
  const { channels } = info;
  // apart: in one pipeline the sharpening would come after the rim
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: false }).extend({
    left: rimLeft,
    top: rimTop,
    right: cropWidth - rimLeft - width,
    bottom: cropHeight - rimTop - height,
    background: '#000000',
  });
}
