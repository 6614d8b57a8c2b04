import type { Tool } from './tool.ts';

/** Moves the photo. */
export const handTool: Tool = {
  name: 'hand',
  cursor: 'hand',
  rightButton: 'same',
  begin(context, start) {
    let last = start.at;
    return {
      move(samples) {
        const next = samples.at(-1)?.at;
        if (next === undefined) return;
        context.panBy(next.x - last.x, next.y - last.y);
        last = next;
      },
      end: () => 'done',
      cancel: () => context.panBy(start.at.x - last.x, start.at.y - last.y),
    };
  },
};
