/** Lines of printed text as outlines. */
import { intersectRects, rectArea, unionRects, type Rect } from '../../../shared/geometry/rect.ts';
import { linesOfText } from '../../text-finder/find-text.ts';
import { markLetters } from '../../text-finder/text-mask.ts';
import type { FoundTextLine, HeldPicture } from './messages.ts';

/** Share of a smaller box in a larger one from which both are one line. */
const SAME_LINE = 0.5;

export function findTextLines(picture: HeldPicture): { readonly lines: readonly FoundTextLine[] } {
  const { width, height, rgb, rect } = picture;
  const found = linesOfText({ width, height, channels: 3, samples: rgb });
  const mask = new Uint8Array(width * height);
  const lines = joined(
    found.map(({ letters, stroke }) => {
      mask.fill(0);
      markLetters(mask, width, height, letters, stroke);
      return boundsOf(mask, width);
    }),
  );
  const across = rect.width / width;
  const down = rect.height / height;
  const inPhoto = lines.map((box): FoundTextLine => {
    const left = rect.x + Math.floor(box.x * across);
    const top = rect.y + Math.floor(box.y * down);
    const right = rect.x + Math.ceil((box.x + box.width) * across);
    const bottom = rect.y + Math.ceil((box.y + box.height) * down);
    return {
      bounds: { x: left, y: top, width: right - left, height: bottom - top },
      outline: [left, top, right, top, right, bottom, left, bottom],
    };
  });
  return { lines: inPhoto.sort((a, b) => a.bounds.y - b.bounds.y || a.bounds.x - b.bounds.x) };
}

/** A line may be found twice: its letters, and the gaps within them. */
function joined(boxes: readonly Rect[]): readonly Rect[] {
  const lines: Rect[] = [];
  for (const box of [...boxes].sort((a, b) => rectArea(b) - rectArea(a))) {
    const same = lines.findIndex(
      (line) => rectArea(intersectRects(line, box)) > rectArea(box) * SAME_LINE,
    );
    const known = lines[same];
    if (known === undefined) lines.push(box);
    else lines[same] = unionRects(known, box);
  }
  return lines;
}

function boundsOf(mask: Uint8Array, width: number): Rect {
  const first = mask.indexOf(1);
  const last = mask.lastIndexOf(1);
  const top = Math.floor(first / width);
  const bottom = Math.floor(last / width);
  let left = width;
  let right = 0;
  for (let y = top; y <= bottom; y++) {
    const row = mask.subarray(y * width, (y + 1) * width);
    const from = row.indexOf(1);
    if (from < 0) continue;
    left = Math.min(left, from);
    right = Math.max(right, row.lastIndexOf(1));
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
