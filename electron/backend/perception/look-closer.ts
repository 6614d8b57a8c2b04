/**
 * A second look at a found line of text: turned upright, with its letters at the size that the model knows best,
 * and with room at both ends. It finds the line's true ends, and confirms that it is text at all.
 */
import type { Point } from '../../../shared/geometry/rect.ts';
import type { Perception, Picture, TextLine } from './perception.ts';

const CLOSER = {
  /** Height of the line in the second look, pixels. */
  height: 44,
  /** Room at each end and above and below, heights. */
  ends: 2.5,
  aside: 0.7,
  /** Widest second look, pixels; a longer line is made smaller. */
  width: 1600,
  /** Times that a line which reaches its room's end is looked at again. */
  times: 3,
  /** Share of its length that must be seen again. */
  seenAgain: 0.35,
} as const;
/** Sides are multiples of it. */
const GRID = 32;

/**
 * @returns the line with its true ends, or `undefined` where the second look sees no text
 * @throws AppError as `Perception`
 */
export async function lookCloser(
  perception: Pick<Perception, 'textLines'>,
  picture: Picture,
  line: TextLine,
  signal?: AbortSignal,
): Promise<TextLine | undefined> {
  let current = line;
  for (let time = 0; time < CLOSER.times; time += 1) {
    const view = viewOf(current);
    const lines = await perception.textLines(sample(picture, view), signal);
    const seen = seenIn(view, lines);
    if (seen === undefined) return time === 0 ? undefined : current;
    current = lineOf(view, seen);
    const reach = view.scale * view.height * 0.3;
    if (seen.from > reach && seen.to < view.wide - reach) break;
  }
  return current;
}

/** A turned part of the picture, upright and scaled. */
interface View {
  /** Its upper left corner in the picture. */
  readonly origin: Point;
  /** Along the line, unit length. */
  readonly axis: Point;
  /** Pixels of the view for one of the picture. */
  readonly scale: number;
  readonly wide: number;
  readonly high: number;
  /** Of the line, pixels of the picture. */
  readonly height: number;
  /** Where the line was, pixels of the view. */
  readonly from: number;
  readonly to: number;
  readonly top: number;
  readonly bottom: number;
}

/** What was seen of the line, pixels of the view. */
interface Seen {
  readonly from: number;
  readonly to: number;
  readonly top: number;
  readonly bottom: number;
  readonly score: number;
}

function viewOf({ corners: [a, b, , d] }: TextLine): View {
  const across = { x: b.x - a.x, y: b.y - a.y };
  const down = { x: d.x - a.x, y: d.y - a.y };
  const isAcross = Math.hypot(across.x, across.y) >= Math.hypot(down.x, down.y);
  // a line from top to bottom is read from its lower end, so that it lies as the model knows it
  const [start, side, height] = isAcross
    ? [a, across, Math.hypot(down.x, down.y)]
    : [d, { x: a.x - d.x, y: a.y - d.y }, Math.hypot(across.x, across.y)];
  const length = Math.max(1, Math.hypot(side.x, side.y));
  const axis = { x: side.x / length, y: side.y / length };
  const normal = { x: -axis.y, y: axis.x };
  const ends = height * CLOSER.ends;
  const aside = height * CLOSER.aside;
  const scale = Math.min(CLOSER.height / height, CLOSER.width / (length + 2 * ends));
  return {
    origin: {
      x: start.x - axis.x * ends - normal.x * aside,
      y: start.y - axis.y * ends - normal.y * aside,
    },
    axis,
    scale,
    wide: (length + 2 * ends) * scale,
    high: (height + 2 * aside) * scale,
    height,
    from: ends * scale,
    to: (ends + length) * scale,
    top: aside * scale,
    bottom: (aside + height) * scale,
  };
}

/** Bilinear; beyond the picture its last pixels. Enlarged as it is, made smaller by means of four. */
function sample(
  { rgb, width, height }: Picture,
  { origin, axis, scale, wide, high }: View,
): Picture {
  const across = Math.ceil(wide / GRID) * GRID;
  const down = Math.ceil(high / GRID) * GRID;
  const out = new Uint8Array(across * down * 3);
  const step = 1 / scale;
  const fine = Math.max(1, Math.min(4, Math.round(step)));
  for (let y = 0; y < down; y += 1) {
    for (let x = 0; x < across; x += 1) {
      const at = (y * across + x) * 3;
      for (let part = 0; part < fine * fine; part += 1) {
        const u = (x + ((part % fine) + 0.5) / fine) * step;
        const v = (y + (Math.floor(part / fine) + 0.5) / fine) * step;
        const fromX = Math.min(width - 1, Math.max(0, origin.x + axis.x * u - axis.y * v - 0.5));
        const fromY = Math.min(height - 1, Math.max(0, origin.y + axis.y * u + axis.x * v - 0.5));
        const left = Math.floor(fromX);
        const top = Math.floor(fromY);
        const right = Math.min(width - 1, left + 1);
        const bottom = Math.min(height - 1, top + 1);
        const [rx, ry] = [fromX - left, fromY - top];
        for (let channel = 0; channel < 3; channel += 1) {
          const above =
            (rgb[(top * width + left) * 3 + channel] ?? 0) * (1 - rx) +
            (rgb[(top * width + right) * 3 + channel] ?? 0) * rx;
          const below =
            (rgb[(bottom * width + left) * 3 + channel] ?? 0) * (1 - rx) +
            (rgb[(bottom * width + right) * 3 + channel] ?? 0) * rx;
          out[at + channel] =
            (out[at + channel] ?? 0) + (above * (1 - ry) + below * ry) / (fine * fine);
        }
      }
    }
  }
  return { rgb: out, width: across, height: down };
}

/** All pieces that lie on the line's height, as one. */
function seenIn(view: View, lines: readonly TextLine[]): Seen | undefined {
  const middle = (view.top + view.bottom) / 2;
  const pieces = lines
    .map(({ corners, score }) => {
      const xs = corners.map(({ x }) => x);
      const ys = corners.map(({ y }) => y);
      return {
        from: Math.max(0, Math.min(...xs)),
        to: Math.min(view.wide, Math.max(...xs)),
        top: Math.max(0, Math.min(...ys)),
        bottom: Math.min(view.high, Math.max(...ys)),
        score,
      };
    })
    .filter(({ top, bottom }) => top < middle && bottom > middle)
    .filter(({ top, bottom }) => bottom - top < (view.bottom - view.top) * 2.2);
  const overlapping = pieces.filter(({ from, to }) => from < view.to && to > view.from);
  const again = overlapping.reduce(
    (sum, { from, to }) => sum + Math.min(to, view.to) - Math.max(from, view.from),
    0,
  );
  if (again < (view.to - view.from) * CLOSER.seenAgain) return undefined;
  let [from, to] = [
    Math.min(...overlapping.map((piece) => piece.from)),
    Math.max(...overlapping.map((piece) => piece.to)),
  ];
  // words beyond a gap that is no wider than the line is high
  const gap = (view.bottom - view.top) * 1.2;
  for (const piece of pieces.toSorted((a, b) => a.from - b.from)) {
    if (piece.from < to + gap && piece.to > to) to = piece.to;
  }
  for (const piece of pieces.toSorted((a, b) => b.to - a.to)) {
    if (piece.to > from - gap && piece.from < from) from = piece.from;
  }
  const own = pieces.filter((piece) => piece.from < to && piece.to > from);
  return {
    from: Math.min(from, view.from),
    to: Math.max(to, view.to),
    top: Math.min(view.top, ...own.map((piece) => piece.top)),
    bottom: Math.max(view.bottom, ...own.map((piece) => piece.bottom)),
    score: Math.max(...own.map((piece) => piece.score)),
  };
}

function lineOf({ origin, axis, scale }: View, { from, to, top, bottom, score }: Seen): TextLine {
  const corner = (u: number, v: number): Point => ({
    x: origin.x + (axis.x * u - axis.y * v) / scale,
    y: origin.y + (axis.y * u + axis.x * v) / scale,
  });
  return {
    corners: [corner(from, top), corner(to, top), corner(to, bottom), corner(from, bottom)],
    score,
  };
}
