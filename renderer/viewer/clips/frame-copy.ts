/** Copies frames, because a decoder stalls when its own are kept. */
import type { KeptPicture } from './clip-protocol.ts';

/** Clockwise degrees, then mirrored left to right. */
interface FramePose {
  readonly width: number;
  readonly height: number;
  readonly rotation: number;
  readonly isFlipped: boolean;
}

export interface CopyPlan {
  readonly colorSpace: VideoColorSpaceInit;
  readonly pose: FramePose;
  /** As pixels, else as planes if the film has them. */
  readonly asPixels: boolean;
}

export interface CopiedFrame {
  readonly picture: KeptPicture;
  readonly byteLength: number;
}

/** RGBA pixels, and planes (4:2:0). */
export const BYTES_PER_PIXEL = { pixels: 4, planes: 1.5 } as const;

/** Formats whose planes are copied unchanged; others become pixels. */
const PLANAR: ReadonlySet<string | null> = new Set(['I420', 'NV12']);

/** @param frame is closed */
export async function copyPixels(frame: VideoFrame, plan: CopyPlan): Promise<CopiedFrame> {
  try {
    return await copyOpen(frame, plan);
  } finally {
    frame.close();
  }
}

async function copyOpen(frame: VideoFrame, plan: CopyPlan): Promise<CopiedFrame> {
  // frames in a graphics card's memory may have no format that can be copied
  if (!PLANAR.has(frame.format)) return await toPixels(frame, plan.pose);
  const planes = await ownPlanes(frame, plan.colorSpace);
  if (!plan.asPixels && isUpright(planes, plan.pose)) {
    return { picture: planes, byteLength: planes.allocationSize() };
  }
  try {
    return await toPixels(planes, plan.pose);
  } finally {
    planes.close();
  }
}

async function ownPlanes(frame: VideoFrame, colorSpace: VideoColorSpaceInit): Promise<VideoFrame> {
  const rect = frame.visibleRect ?? new DOMRectReadOnly(0, 0, frame.codedWidth, frame.codedHeight);
  const data = new Uint8Array(frame.allocationSize({ rect }));
  const layout = await frame.copyTo(data, { rect });
  const isLimited = colorSpace.fullRange !== true;
  if (isLimited) expandRange(data, layout[1]?.offset ?? data.byteLength);
  // `transfer` is not in the library's types yet; without it the planes are copied again
  const init: VideoFrameBufferInit & { readonly transfer: readonly ArrayBuffer[] } = {
    format: frame.format === 'NV12' ? 'NV12' : 'I420',
    codedWidth: rect.width,
    codedHeight: rect.height,
    timestamp: frame.timestamp,
    layout,
    colorSpace: { ...colorSpace, fullRange: true },
    transfer: [data.buffer],
  };
  return new VideoFrame(data, init);
}

function isUpright(frame: VideoFrame, { width, height, rotation, isFlipped }: FramePose): boolean {
  const isSize = frame.displayWidth === width && frame.displayHeight === height;
  return isSize && rotation === 0 && !isFlipped;
}

async function toPixels(frame: VideoFrame, pose: FramePose): Promise<CopiedFrame> {
  const byteLength = pose.width * pose.height * BYTES_PER_PIXEL.pixels;
  if (isUpright(frame, pose)) return { picture: await createImageBitmap(frame), byteLength };
  const canvas = new OffscreenCanvas(pose.width, pose.height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('No 2D context.');
  const isSideways = pose.rotation % 180 !== 0;
  const [width, height] = isSideways ? [pose.height, pose.width] : [pose.width, pose.height];
  context.translate(pose.width / 2, pose.height / 2);
  if (pose.isFlipped) context.scale(-1, 1);
  context.rotate((pose.rotation * Math.PI) / 180);
  context.drawImage(frame, -width / 2, -height / 2, width, height);
  return { picture: canvas.transferToImageBitmap(), byteLength };
}

/** ITU-R BT.601 and BT.709: lowest value and span of luma and chroma. */
const LIMITED = { lowest: 16, light: 219, middle: 128, colour: 224 } as const;

const FULL_LIGHT = Uint8ClampedArray.from({ length: 256 }, (_none, value) =>
  Math.round(((value - LIMITED.lowest) * 255) / LIMITED.light),
);
const FULL_COLOUR = Uint8ClampedArray.from({ length: 256 }, (_none, value) =>
  Math.round(((value - LIMITED.middle) * 255) / LIMITED.colour + LIMITED.middle),
);

/**
 * The browser's limited BT.709 is up to 12 levels off in blue without a graphics card: libyuv
 * (`row_common.cc`) caps factors at 2, below the needed 2.11. @param colourAt index where chroma
 * begins
 */
function expandRange(data: Uint8Array, colourAt: number): void {
  for (let at = 0; at < colourAt; at++) data[at] = FULL_LIGHT[data[at] ?? 0] ?? 0;
  for (let at = colourAt; at < data.length; at++) data[at] = FULL_COLOUR[data[at] ?? 0] ?? 0;
}

/** Lets the engine compile the loops above before the first frame. */
export function warmUp(): void {
  expandRange(new Uint8Array(WARM_UP_BYTES), WARM_UP_BYTES / 2);
}

/** About as many as a frame has. */
const WARM_UP_BYTES = 1 << 20;
