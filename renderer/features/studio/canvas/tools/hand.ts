import type { Tool } from './tool.ts';

/** Moves the photo. */
export const handTool: Tool = {
  name: 'hand',
  cursor: 'hand',
  begin(context, start) {
    let last = start.at;
    return {
      move(points) {
        const next = points.at(-1);
        if (next === undefined) return;
        context.panBy(next.x - last.x, next.y - last.y);
        last = next;
      },
      end: () => undefined,
    };
  },
};
