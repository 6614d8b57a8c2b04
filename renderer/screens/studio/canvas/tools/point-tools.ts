import type { SelectionMark, Tool } from './tool.ts';

/** CSS pixels before a click becomes a drag. */
const DRAG_FROM = 4;

/** Follows edges between clicks; a drag marks both ends. */
export const lineTool = pointTool('line');

export const wandTool = pointTool('wand');

export const spotsTool = pointTool('spots');

function pointTool(name: SelectionMark['tool']): Tool {
  return {
    name,
    cursor: 'cross',
    rightButton: 'subtract',
    hasMode: true,
    begin(context, start) {
      let end = start.at;
      const { shift, alt } = start.modifiers;
      const isLine = (): boolean =>
        name === 'line' && Math.hypot(end.x - start.at.x, end.y - start.at.y) >= DRAG_FROM;
      return {
        move(samples) {
          end = samples.at(-1)?.at ?? end;
          if (isLine()) context.previewFrom(context.toPhoto(start.at));
        },
        end() {
          const ends = isLine() ? [start.at, end] : [start.at];
          context.select({
            tool: name,
            points: ends.map((at) => context.toPhoto(at)),
            isLoop: false,
            width: 1,
            isMore: shift,
            isLess: alt || start.isRightButton,
            subtract: start.subtract,
          });
          context.previewFrom(undefined); // keep the preview until the answer
          return 'done';
        },
        cancel: () => context.previewFrom(undefined),
      };
    },
  };
}
