/** None spends money. */
import { useCommands } from '../../core/commands/commands.ts';
import { bindCommands } from '../../core/commands/define-commands.ts';
import type { BlendCommands } from '../define-blend-commands.ts';
import { canUndo } from './blend-history.ts';
import type { BlendSession } from './blend-session.ts';

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
