import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BlendStroke } from '../../../shared/contract/blend.ts';
import { weightFrame } from '../../../shared/blend/blend-frame.ts';
import { createBlendWeight } from './blend-weight.ts';

const SIDE = 24;

/** Alpha of each pixel of the canvas that was made last. */
let shown: Uint8Array;

beforeEach(() => {
  vi.stubGlobal(
    'ImageData',
    class {
      readonly data: Uint8ClampedArray;
      readonly width: number;
      constructor(width: number, height: number) {
        this.data = new Uint8ClampedArray(4 * width * height);
        this.width = width;
      }
    },
  );
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext() {
        const alpha = new Uint8Array(SIDE * SIDE);
        shown = alpha;
        return {
          putImageData({ data, width }: ImageData, left: number, top: number) {
            for (let at = 0; at < data.length / 4; at++) {
              const y = top + Math.floor(at / width);
              alpha[y * SIDE + left + (at % width)] = data[4 * at + 3] ?? 0;
            }
          },
        };
      }
    },
  );
});
afterEach(() => void vi.unstubAllGlobals());

function weightOf(strokes: readonly BlendStroke[]) {
  const frame = weightFrame({ x: 0, y: 0, width: SIDE, height: SIDE });
  const noEdge = () => (_y: number, shares: Float64Array) => void shares.fill(1);
  return createBlendWeight(frame, noEdge, { opacity: 1, edge: 0, strokes });
}

function stroke(...points: readonly number[]): BlendStroke {
  return { radius: 3, hardness: 1, isErase: false, points: [...points] };
}

it('shows all of a stroke although another one was undone while it was drawn', () => {
  const before = stroke(4, 20);
  const weight = weightOf([before]);
  weight.extend(stroke(4, 4), 0);
  weight.extend(stroke(4, 4, 12, 4), 1);
  weight.show({ opacity: 1, edge: 0, strokes: [] });
  const whole = stroke(4, 4, 12, 4, 20, 4);
  weight.extend(whole, 2);
  weight.show({ opacity: 1, edge: 0, strokes: [stroke(...whole.points)] });
  const drawn = shown;
  weightOf([whole]);
  expect(drawn).toEqual(shown);
});
