import { defineCommands } from '../core/commands/define-commands.ts';

/**
 * The commands of a screen that blends results, for `useBlendCommands` and `BlendFields`. They have the
 * keys of painting a mask.
 * @param paint title of the brush that hides the result
 */
export function defineBlendCommands(prefix: string, paint: string) {
  return defineCommands(
    prefix,
    { group: 'Blending' },
    {
      'tool.paint': { title: paint, keys: ['B'], isLocal: true },
      'tool.erase': { title: 'Bring the result back', keys: ['E'], isLocal: true },
      'tool.hand': { title: 'Move the view', keys: ['H'], isLocal: true },
      smallerBrush: { title: 'Smaller brush', keys: ['['], isLocal: true },
      largerBrush: { title: 'Larger brush', keys: [']'], isLocal: true },
      undoMix: { title: 'Undo', keys: ['Mod+Z'], isLocal: true },
      redoMix: { title: 'Redo', keys: ['Shift+Mod+Z', 'Mod+Y'], isLocal: true },
    },
  );
}

export type BlendCommands = ReturnType<typeof defineBlendCommands>;
