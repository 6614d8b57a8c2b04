import type { Tool } from './tool.ts';

/** Hides parts of the judged result, or restores them while Alt is held. Uses the brush's size. */
export const resultBrushTool: Tool = {
  name: 'result-brush',
  cursor: 'ring',
  rightButton: 'subtract',
  hasMode: true,
  begin(context, start) {
    const brush = context.resultBrush;
    brush?.begin(context.toPhoto(start.at), context.toolSize(), start.subtract);
    return {
      move: (samples) => brush?.extend(samples.map(({ at }) => context.toPhoto(at))),
      end() {
        brush?.end();
        return 'done';
      },
      cancel: () => brush?.cancel(),
    };
  },
};
