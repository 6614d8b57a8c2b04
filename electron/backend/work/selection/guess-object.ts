import type { Size } from '../../../../shared/geometry/rect.ts';
import { LABEL } from './object-labels.ts';

const GUESS = {
  /** Bits per colour channel. */
  bits: 4,
  /** Border of the picture that is taken for background: fraction of a side. */
  ring: 0.18,
  /** Least certainty of a pixel's colour. */
  sure: 0.6,
} as const;

/**
 * A scribble covers little, so GrabCut would learn most of the object as background.
 * @param labels of a scribble, see `object-labels.ts`; modified
 */
export function guessObject(
  labels: Uint8Array,
  { width, height, rgb }: Size & { readonly rgb: Uint8Array },
): void {
  const binOf = (index: number): number => {
    let bin = 0;
    for (let channel = 0; channel < 3; channel++) {
      bin = (bin << GUESS.bits) | ((rgb[index * 3 + channel] ?? 0) >> (8 - GUESS.bits));
    }
    return bin;
  };
  const across = Math.round(width * GUESS.ring);
  const down = Math.round(height * GUESS.ring);
  const object = new Float32Array(1 << (3 * GUESS.bits));
  const background = new Float32Array(object.length);
  const queue: number[] = [];
  for (let index = 0; index < labels.length; index++) {
    const x = index % width;
    const y = (index - x) / width;
    if (labels[index] === LABEL.object) {
      object[binOf(index)] = (object[binOf(index)] ?? 0) + 1;
      queue.push(index);
    } else if (x < across || x >= width - across || y < down || y >= height - down) {
      background[binOf(index)] = (background[binOf(index)] ?? 0) + 1;
    }
  }
  const ofObject = spread(object);
  const ofBackground = spread(background);
  const take = (index: number): void => {
    if (labels[index] !== LABEL.likelyBackground) return;
    const bin = binOf(index);
    const own = ofObject[bin] ?? 0;
    if (own <= GUESS.sure * (own + (ofBackground[bin] ?? 0))) return;
    labels[index] = LABEL.likelyObject;
    queue.push(index);
  };
  for (let index = queue.pop(); index !== undefined; index = queue.pop()) {
    const x = index % width;
    if (x > 0) take(index - 1);
    if (x < width - 1) take(index + 1);
    take(index - width);
    take(index + width);
  }
}

function spread(counts: Float32Array): Float32Array {
  let shares = counts;
  const total = Math.max(
    1,
    counts.reduce((sum, count) => sum + count, 0),
  );
  const most = (1 << GUESS.bits) - 1;
  for (let channel = 0; channel < 3; channel++) {
    const shift = channel * GUESS.bits;
    const from = shares;
    shares = from.map((count, bin) => {
      const step = (bin >> shift) & most;
      const lower = step > 0 ? (from[bin - (1 << shift)] ?? 0) : 0;
      const upper = step < most ? (from[bin + (1 << shift)] ?? 0) : 0;
      return count / 2 + lower / 4 + upper / 4;
    });
  }
  return shares.map((count) => count / total);
}
