import { BUTTON, type Press } from '../../../pictures/viewer/input/gesture.ts';
import type { Modifiers } from '../../../pictures/viewer/input/modifiers.ts';
import type { ToolState } from './tool-state.ts';
import { pressMeans, type ToolPress } from './tools/registry.ts';
import type { ToolContext } from './tools/tool.ts';

export type CanvasPress = Press & ToolPress;

/** While states are compared every tool pans. */
export function createPressMeaning(parts: {
  readonly tools: ToolState;
  readonly context: ToolContext;
  readonly isComparing: () => boolean;
  /** @param isHand the tool only changes the view */
  readonly isReady: (isHand: boolean) => boolean;
}): (button: number, modifiers: Modifiers) => CanvasPress {
  const { tools } = parts;
  return (button, modifiers) => {
    const active = parts.isComparing() ? 'hand' : tools.tool;
    const press = pressMeans(button, active, modifiers, tools.isSubtracting);
    const { tool, subtract } = press;
    const isHand = tool.name === 'hand' || tool.name === 'zoom';
    return {
      ...press,
      isHand,
      cursor: tool.cursor === 'ring' ? 'own' : tool.cursor,
      begin(start) {
        if (!parts.isReady(isHand)) return undefined;
        const isRightButton = button === BUTTON.right;
        return tool.begin(parts.context, { ...start, subtract, isRightButton });
      },
    };
  };
}
