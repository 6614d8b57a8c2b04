import type { Anchor, StepOf } from '../../../../../shared/contract/recipes.ts';
import { invalidInput } from '../../../../../shared/errors/app-error.ts';
import type { Rect, Size } from '../../../../../shared/geometry/rect.ts';

/** Applied in order: turned, cut, resized. */
interface CropGeometry {
  /** After turning. */
  readonly turned: Size;
  readonly cut: Rect;
  readonly result: Size;
}

/** @throws AppError `invalid-input` if the picture is smaller than the cut */
export function cropGeometry(step: StepOf<'crop'>, { width, height }: Size): CropGeometry {
  const isOnSide = step.turn === 90 || step.turn === 270;
  const turned = isOnSide ? { width: height, height: width } : { width, height };
  const kept = step.cut === undefined ? turned : cutSize(step.cut, turned);
  const cut = { ...placeIn(turned, kept, step.cut?.anchor ?? 'center'), ...kept };
  return { turned, cut, result: step.fit === undefined ? kept : fitted(kept, step.fit) };
}

function cutSize(cut: NonNullable<StepOf<'crop'>['cut']>, size: Size): Size {
  if (cut.by === 'shape') {
    const scale = Math.min(size.width / cut.width, size.height / cut.height);
    return {
      width: Math.min(size.width, atLeast1(cut.width * scale)),
      height: Math.min(size.height, atLeast1(cut.height * scale)),
    };
  }
  if (cut.width <= size.width && cut.height <= size.height) {
    return { width: cut.width, height: cut.height };
  }
  throw invalidInput(
    `This picture (${size.width} × ${size.height}) is smaller than the crop (${cut.width} × ${cut.height}).`,
  );
}

function fitted(size: Size, fit: NonNullable<StepOf<'crop'>['fit']>): Size {
  const scale = Math.min(fit.width / size.width, fit.height / size.height);
  if (scale >= 1 && !fit.enlarge) return size;
  return { width: atLeast1(size.width * scale), height: atLeast1(size.height * scale) };
}

/** Top left corner of something at an anchor of the picture, which it may exceed. */
export function placeIn(
  picture: Size,
  size: Size,
  anchor: Anchor,
): { readonly x: number; readonly y: number } {
  const across = anchor.endsWith('left') ? 0 : anchor.endsWith('right') ? 1 : 0.5;
  const down = anchor.startsWith('top') ? 0 : anchor.startsWith('bottom') ? 1 : 0.5;
  return {
    x: Math.round((picture.width - size.width) * across),
    y: Math.round((picture.height - size.height) * down),
  };
}

function atLeast1(length: number): number {
  return Math.max(1, Math.round(length));
}
