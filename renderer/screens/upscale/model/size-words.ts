import type { Size } from '../../../../shared/geometry/rect.ts';
import {
  centimetresOf,
  hasBorder,
  UPSCALE_SIZE,
  type ExpectedUpscale,
  type WantedSize,
} from '../../../../shared/geometry/upscale-size.ts';
import { count } from '../../../core/ui/format.ts';

export function describePixels({ width, height }: Size): string {
  return `${width} × ${height} px`;
}

export function describeArea({ width, height }: Size): readonly [string, string] {
  const megapixels = (width * height) / 1e6;
  const area = megapixels < 10 ? megapixels.toFixed(2) : megapixels.toFixed(1);
  const [across, down] = [width, height].map((side) => centimetresOf(side).toFixed(1));
  return [`${area} MP`, `${across} × ${down} cm at ${UPSCALE_SIZE.printDensity} dpi`];
}

export function describeAll(sizes: readonly Size[]): string {
  const byArea = sizes.toSorted((a, b) => areaOf(a) - areaOf(b));
  const [smallest, largest] = [byArea[0], byArea.at(-1)];
  if (smallest === undefined || largest === undefined) return '';
  const isSame = smallest.width === largest.width && smallest.height === largest.height;
  const from = isSame ? '' : `${smallest.width} × ${smallest.height} to `;
  const all = sizes.reduce((sum, size) => sum + areaOf(size), 0) / 1e6;
  return `${count(sizes.length, 'picture')}: ${from}${describePixels(largest)}, ${all < 10 ? all.toFixed(2) : all.toFixed(1)} MP in all`;
}

function areaOf({ width, height }: Size): number {
  return width * height;
}

/** Returns `undefined` if there is neither a border nor a visible cut. */
export function describeEdges(expected: ExpectedUpscale): string | undefined {
  const { border, placement, size } = expected;
  const most = Math.max(border.left, border.top, border.right, border.bottom);
  if (hasBorder(border)) {
    return `The service may leave a black border of up to ${most} px. You can trim it in one click.`;
  }
  const cut = 1 - (size.width * size.height) / (placement.width * placement.height);
  return cut > 0.005 ? `${Math.round(cut * 100)} % of the picture is cut off.` : undefined;
}

export function describeRequestedSize(size: WantedSize): string {
  if (size.mode === 'factor') return `${size.factor}×`;
  return `to ${describePixels(size)}${size.crop ? ', cropped' : ''}`;
}
