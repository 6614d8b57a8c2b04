/** None spends money. */
import { useCommands } from '../../core/commands/commands.ts';
import { bindCommands } from '../../core/commands/define-commands.ts';
import type { MixCommands } from '../define-mix-commands.ts';
import { canUndo } from './mix-history.ts';
import type { MixSession } from './mix-session.ts';

export function useMixCommands(commands: MixCommands, session: MixSession): void {
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
