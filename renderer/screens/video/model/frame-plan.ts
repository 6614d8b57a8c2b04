import type { VideoMeasure } from '../../../../shared/contract/video.ts';
import { rectOfSize, type Rect, type Size } from '../../../../shared/geometry/rect.ts';
import {
  sentPicture,
  sentToPhoto,
  shareCutOff,
  type Preparation,
  type SentPicture,
} from '../../../../shared/geometry/working-frame.ts';
import { expectedFrame, type ExpectedFrame, type FrameSettings } from './video-measures.ts';

export interface FramePlan {
  readonly photo: Size;
  /** Photo space. */
  readonly part: Rect;
  readonly preparation: Preparation;
  readonly sent: SentPicture;
  readonly expected: ExpectedFrame;
  /** Photo space; with a padding it reaches beyond the photo. */
  readonly usedOnPhoto: Rect;
  /** Photo space. */
  readonly frameOnPhoto: Rect;
  /** Pixels of the clip for each of the photo's; 1 = not scaled. */
  readonly scale: number;
  /** Share of the photo's area, 0 to 1. */
  readonly cutOff: number;
}

/** @param part photo space; `undefined` sends the whole photo */
export function planFrame(
  photo: Size,
  part: Rect | undefined,
  preparation: Preparation,
  settings: FrameSettings,
  measures: readonly VideoMeasure[],
): FramePlan {
  const sent =
    part === undefined ? sentPicture(photo, preparation) : sentPart(photo, part, preparation);
  const expected = expectedFrame(sent.size, settings, measures);
  const { used, output, frame } = expected;
  const usedOnPhoto = sentToPhoto(used, sent, photo);
  const pixel = usedOnPhoto.width / output.width;
  // the frame is centred on the part that is used
  const width = Math.max(usedOnPhoto.width, isCut(settings) ? 0 : frame.width * pixel);
  const height = Math.max(usedOnPhoto.height, isCut(settings) ? 0 : frame.height * pixel);
  const frameOnPhoto = {
    x: usedOnPhoto.x + (usedOnPhoto.width - width) / 2,
    y: usedOnPhoto.y + (usedOnPhoto.height - height) / 2,
    width,
    height,
  };
  return {
    photo,
    part: part ?? rectOfSize(photo),
    preparation,
    sent,
    expected,
    usedOnPhoto,
    frameOnPhoto,
    scale: 1 / pixel,
    cutOff: preparation.padding === undefined ? shareCutOff(usedOnPhoto, photo) : 0,
  };
}

function sentPart(photo: Size, part: Rect, preparation: Preparation): SentPicture {
  const { size } = sentPicture(part, preparation);
  const across = size.width / part.width;
  const down = size.height / part.height;
  const placed = {
    x: -part.x * across,
    y: -part.y * down,
    width: photo.width * across,
    height: photo.height * down,
  };
  return { size, placed };
}

function isCut({ mode }: FrameSettings): boolean {
  return mode === 'CROP_TO_ASPECT_RATIO';
}
