import { expect, it, vi } from 'vitest';
import { createEditHistory } from './edit-history.ts';
import { createMaskController } from './mask-controller.ts';
import type { MaskPainter } from './mask-painter.ts';

/** A mask whose drawings are counted. */
function createMask() {
  const redrawRect = vi.fn<MaskPainter['redrawRect']>();
  const redrawInFrame = vi.fn<MaskPainter['redrawInFrame']>();
  const nothing = () => undefined;
  const painter: MaskPainter = {
    setBitmap: nothing,
    setAppearance: nothing,
    color: '',
    setVisible: nothing,
    show: nothing,
    redraw: nothing,
    redrawRect,
    redrawInFrame,
    deviceRect: (rect) => rect,
    drawLive: nothing,
    prepare: nothing,
    destroy: nothing,
  };
  const history = createEditHistory();
  const mask = createMaskController(painter, history, nothing);
  mask.reset({ width: 1000, height: 800 });
  return { mask, history, redrawRect, redrawInFrame };
}

it('defers drawing an undone and redone stroke to the next frame', async () => {
  const { mask, history, redrawRect, redrawInFrame } = createMask();
  mask.beginStroke({ at: { x: 100, y: 100 }, diameter: 20 }, false, 255);
  mask.endStroke();
  await history.undo();
  expect(mask.bounds()).toBeUndefined();
  await history.redo();
  expect(mask.bounds()).toEqual({ x: 90, y: 90, width: 20, height: 20 });
  expect(redrawInFrame).toHaveBeenCalledTimes(2);
  expect(redrawRect).not.toHaveBeenCalled();
});

it('draws the mask taken by a result at once, together with the result', () => {
  const { mask, redrawRect, redrawInFrame } = createMask();
  const bits = new Uint8Array(8192).fill(0xff);
  mask.load([{ column: 0, row: 0, bits }]);
  const taken = mask.subtract([{ column: 0, row: 0, bits }]);
  redrawRect.mockClear();
  void taken.undo();
  expect(redrawRect).toHaveBeenCalledOnce();
  expect(redrawInFrame).not.toHaveBeenCalled();
});
