import type { MixStroke } from '../../../../../shared/contract/mix.ts';
import type { Point } from '../../../../../shared/geometry/rect.ts';
import { recordStroke, type StrokeRecorder } from '../../../../pictures/weights/stroke-recorder.ts';
import type { ResultBrush } from '../../canvas/index.ts';

/** @param parts.drawFrom called with the index of the first new point */
export function createStrokeBrush(parts: {
  readonly hardness: () => number;
  drawFrom(stroke: MixStroke, fromPoint: number): void;
  /** The stroke is final. */
  end(stroke: MixStroke): void;
  cancel(): void;
}): ResultBrush {
  let recorder: StrokeRecorder | undefined;
  return {
    begin(at, diameter, isErase) {
      const hardness = parts.hardness();
      recorder = recordStroke(at, { radius: diameter / 2, hardness, isErase });
      parts.drawFrom(recorder.stroke, 0);
    },
    extend(points) {
      if (recorder === undefined) return;
      const from = addAll(recorder, points);
      if (from !== undefined) parts.drawFrom(recorder.stroke, from);
    },
    end() {
      const stroke = recorder?.stroke;
      recorder = undefined;
      if (stroke !== undefined) parts.end({ ...stroke, points: [...stroke.points] });
    },
    cancel() {
      recorder = undefined;
      parts.cancel();
    },
  };
}

/** @returns the index of the first new point */
function addAll(recorder: StrokeRecorder, points: readonly Point[]): number | undefined {
  let from: number | undefined;
  for (const point of points) {
    const added = recorder.add(point);
    from ??= added;
  }
  return from;
}
