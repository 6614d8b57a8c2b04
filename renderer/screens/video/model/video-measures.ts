/**
 * Predicts size and length of a clip by the published rules, or by measured clips of this
 * connection.
 */
import type { VideoMeasure } from '../../../../shared/contract/video.ts';
import { isSameSize, type Size } from '../../../../shared/geometry/rect.ts';
import {
  hasSameRatio,
  likelyFrame,
  useOfFrame,
  type FrameUse,
  type ResizeMode,
} from '../../../../shared/geometry/working-frame.ts';
import { VIDEO_LIMITS, type VideoModel } from '../../../../shared/parameters/video-parameters.ts';

/** Pixels by which a service may round a side. */
const ROUNDING = 16;

export interface ExpectedFrame extends FrameUse {
  /** The working frame that it is cut to, or kept within. */
  readonly frame: Size;
  /** From a measured clip of this connection, not only from the published rules. */
  readonly isMeasured: boolean;
}

export interface FrameSettings {
  readonly mode: ResizeMode;
  readonly responseType: VideoMeasure['responseType'];
}

/** @param sent size of the picture that is sent */
export function expectedFrame(
  sent: Size,
  { mode, responseType }: FrameSettings,
  measures: readonly VideoMeasure[],
): ExpectedFrame {
  const likely = likelyFrame(sent);
  const comparable = measures.filter(
    (each) => each.resizeMode === mode && isLandscape(each.sent) === isLandscape(sent),
  );
  const ofType = comparable.filter((each) => each.responseType === responseType);
  if (mode === 'CROP_TO_ASPECT_RATIO') {
    const [shape] = comparable;
    const frame = shape === undefined ? likely : frameOfShape(shape.output, likely);
    const use = useOfFrame(sent, mode, frame);
    const [same] = ofType;
    return same === undefined
      ? { ...use, frame, isMeasured: false }
      : { ...use, frame, output: same.output, isMeasured: true };
  }
  const use = useOfFrame(sent, mode, likely);
  const exact = ofType.find((each) => isSameSize(each.sent, sent));
  if (exact !== undefined) return { ...use, frame: likely, output: exact.output, isMeasured: true };
  const isConfirmed = ofType.some((each) =>
    isNear(useOfFrame(each.sent, mode, likely).output, each.output),
  );
  return { ...use, frame: likely, isMeasured: isConfirmed };
}

interface ExpectedLength {
  readonly frames: number;
  readonly seconds: number;
  /** False for an estimate: "about". */
  readonly isExact: boolean;
}

/** @param isInterpolated 24 frames a second in place of 6 */
export function expectedLength(
  model: VideoModel,
  isInterpolated: boolean,
  measures: readonly VideoMeasure[],
): ExpectedLength {
  const made = VIDEO_LIMITS.frames[model];
  const seconds = made / VIDEO_LIMITS.framesPerSecond;
  const measured = measures.find(
    (each) =>
      each.model === model &&
      each.isInterpolated === isInterpolated &&
      each.milliseconds !== undefined &&
      each.frameCount !== undefined,
  );
  if (measured?.milliseconds !== undefined && measured.frameCount !== undefined) {
    return { frames: measured.frameCount, seconds: measured.milliseconds / 1000, isExact: true };
  }
  if (!isInterpolated) return { frames: made, seconds, isExact: true };
  const frames = Math.round(seconds * VIDEO_LIMITS.interpolatedFramesPerSecond);
  return { frames, seconds, isExact: false };
}

export function describeLength({ frames, seconds, isExact }: ExpectedLength): string {
  return `${isExact ? '' : 'about '}${frames} frames, ${seconds.toFixed(1)} s`;
}

/** Returns the frame a measured clip was cut to: the published one if the shape is the same. */
function frameOfShape(output: Size, likely: Size): Size {
  const turned = { width: likely.height, height: likely.width };
  return [likely, turned].find((each) => hasSameRatio(each, output)) ?? output;
}

function isLandscape({ width, height }: Size): boolean {
  return width >= height;
}

function isNear(a: Size, b: Size): boolean {
  return Math.abs(a.width - b.width) <= ROUNDING && Math.abs(a.height - b.height) <= ROUNDING;
}
