import type { PicturePatch } from '../stage/viewer-types.ts';
import type { OpenBlend, BlendSession } from './blend-session.ts';
import { useCommands } from '../../core/commands/commands.ts';
import { bindCommands } from '../../core/commands/define-commands.ts';
import type { BlendCommands } from '../define-blend-commands.ts';
import { canUndo } from './blend-history.ts';

/** Keep the object while the result is open: another one is loaded again. */
export function blendPatch({ output, described, weight }: OpenBlend): PicturePatch {
  return {
    id: `blend ${output.jobId} ${output.output}`,
    url: described.layerUrl,
    rect: described.rect,
    weight: weight.weight,
  };
}

/** None spends money. */
export function useBlendCommands(commands: BlendCommands, session: BlendSession): void {
  const needsResult = (): string | undefined =>
    session.state.getState().open === undefined ? 'Show a result first' : undefined;
  useCommands(
    bindCommands(
      commands,
      {
        'tool.paint': () => session.setTool('paint'),
        'tool.erase': () => session.setTool('erase'),
        'tool.hand': () => session.setTool('hand'),
        smallerBrush: () => session.stepBrush(-1),
        largerBrush: () => session.stepBrush(1),
        undoMix: {
          obstacle: () => {
            const { history } = session.state.getState();
            return history === undefined || !canUndo(history) ? 'Nothing to undo' : undefined;
          },
          run: () => session.undo(),
        },
        redoMix: {
          obstacle: () => {
            const { history } = session.state.getState();
            return history === undefined || history.future.length === 0
              ? 'Nothing to redo'
              : undefined;
          },
          run: () => session.redo(),
        },
      },
      needsResult,
    ),
  );
}

/**
 * Blends a result with the picture below it, locally and for free, with undo.
 * @example
 * const blending = useBlending();
 * void blending.open({ jobId, output: 0 });
 * const open = useBlendState(blending, (state) => state.open);
 * <PictureViewer picture={base} patches={[blendPatch(open)]} overlay={<BlendBrush session={blending} />}
 * />
 * <BlendFields session={blending} commands={FACE_BLEND} hasSoftEdge />
 */
export { BlendBrush } from './BlendBrush.tsx';
export { BlendActions, BlendFields } from './BlendFields.tsx';

export type { BlendSession, OpenBlend } from './blend-session.ts';

export { useBlending, useBlendState } from './use-blending.ts';
