import { beginSizeDrag, reduceSizeDrag } from './size-drag.ts';
import type { Tool } from './tool.ts';

/** Changes the size of brush or eraser by dragging; the ring stays and shows it. */
export const sizeTool: Tool = {
  name: 'size',
  cursor: 'still',
  rightButton: 'same',
  begin(context, start) {
    const before = context.toolSize();
    let drag = beginSizeDrag(start.at, before);
    context.setSizeShown(true);
    const finish = (): void => context.setSizeShown(false);
    return {
      move(samples) {
        const last = samples.at(-1);
        if (last === undefined) return;
        drag = reduceSizeDrag(drag, last.at, context.scale);
        context.setToolSize(drag.size);
      },
      end() {
        finish();
        return 'done';
      },
      cancel() {
        context.setToolSize(before);
        finish();
      },
    };
  },
};
