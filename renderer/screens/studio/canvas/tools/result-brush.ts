import type { Tool } from './tool.ts';

/** Paints the result that is judged away; brings it back while Alt is held. In the brush's size. */
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
