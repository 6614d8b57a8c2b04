import { beginSizeDrag, reduceSizeDrag } from './size-drag.ts';
import type { Tool } from './tool.ts';

/** The ring stays in place to show the size. */
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
