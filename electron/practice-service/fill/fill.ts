import type { Raster } from '../pictures/raster.ts';
import { fillSmoothly } from './differences.ts';
import { synthesise } from './patches.ts';
import { boxOf, type Rectangle, type Region } from './region.ts';

/** Cell side for grouping holes, pixels; nearer holes are one group. */
const CELL = 32;

/** Pixels around a group to fill from: its longer side, within these limits. */
const SURROUNDINGS = { least: 96, most: 1280 } as const;

/**
 * Never writes alpha. A 16-bit picture is filled from its upper 8 bits.
 * @param hole one byte a pixel; 1 = fill
 * @param variant each number starts from another guess, which as a rule gives another picture
 */
export function fillHole(photo: Raster, hole: Uint8Array, isQuick: boolean, variant = 0): void {
  const { width, height } = photo;
  for (const group of holeGroups(hole, width, height)) {
    const longer = Math.max(group.right - group.left, group.bottom - group.top);
    const by = Math.min(SURROUNDINGS.most, Math.max(SURROUNDINGS.least, longer));
    const near = {
      left: Math.max(0, group.left - by),
      top: Math.max(0, group.top - by),
      right: Math.min(width, group.right + by),
      bottom: Math.min(height, group.bottom + by),
    };
    const whole = { left: 0, top: 0, right: width, bottom: height };
    const region = cutOut(photo, hole, group, near);
    if (isQuick) fillSmoothly(region);
    if (isQuick || synthesise(region, variant)) {
      pasteBack(photo, region, near);
    } else {
      const all = cutOut(photo, hole, group, whole);
      if (!synthesise(all, variant)) fillSmoothly(all);
      pasteBack(photo, all, whole);
    }
  }
}

function cutOut(photo: Raster, hole: Uint8Array, group: Rectangle, part: Rectangle): Region {
  const { channels, samples } = photo;
  const shift = samples instanceof Uint16Array ? 8 : 0;
  const [width, height] = [part.right - part.left, part.bottom - part.top];
  const region: Region = {
    width,
    height,
    colours: new Uint8Array(3 * width * height),
    hole: new Uint8Array(width * height),
    unusable: new Uint8Array(width * height),
  };
  for (let y = part.top, to = 0; y < part.bottom; y += 1) {
    for (let x = part.left; x < part.right; x += 1, to += 1) {
      const pixel = y * photo.width + x;
      const from = channels * pixel;
      for (let channel = 0; channel < 3; channel += 1) {
        const sample = samples[channels === 1 ? from : from + channel] as number;
        region.colours[3 * to + channel] = sample >> shift;
      }
      const isClear = photo.hasAlpha && samples[from + 3] === 0;
      if (hole[pixel] === 1 || isClear) region.unusable[to] = 1;
      const isInGroup = x >= group.left && x < group.right && y >= group.top && y < group.bottom;
      if (hole[pixel] === 1 && isInGroup) region.hole[to] = 1;
    }
  }
  return region;
}

function pasteBack(photo: Raster, region: Region, part: Rectangle): void {
  const { channels, samples } = photo;
  const scale = samples instanceof Uint16Array ? 257 : 1;
  for (let from = 0; from < region.hole.length; from += 1) {
    if (region.hole[from] !== 1) continue;
    const x = part.left + (from % region.width);
    const y = part.top + Math.floor(from / region.width);
    for (let channel = 0; channel < Math.min(3, channels); channel += 1) {
      samples[channels * (y * photo.width + x) + channel] =
        scale * (region.colours[3 * from + channel] as number);
    }
  }
}

function holeGroups(hole: Uint8Array, width: number, height: number): readonly Rectangle[] {
  const groups: Rectangle[] = [];
  for (let top = 0; top < height; top += CELL) {
    for (let left = 0; left < width; left += CELL) {
      const right = Math.min(width, left + CELL);
      let group = boxOf(hole, width, { left, top, right, bottom: Math.min(height, top + CELL) });
      if (group.left >= group.right) continue;
      const isNear = (other: Rectangle): boolean =>
        Math.max(other.left - group.right, group.left - other.right) < CELL &&
        Math.max(other.top - group.bottom, group.top - other.bottom) < CELL;
      for (let at = groups.findIndex(isNear); at >= 0; at = groups.findIndex(isNear)) {
        for (const other of groups.splice(at, 1)) {
          group = {
            left: Math.min(group.left, other.left),
            top: Math.min(group.top, other.top),
            right: Math.max(group.right, other.right),
            bottom: Math.max(group.bottom, other.bottom),
          };
        }
      }
      groups.push(group);
    }
  }
  return groups;
}
