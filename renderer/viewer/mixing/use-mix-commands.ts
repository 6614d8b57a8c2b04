/** The same keys as for painting a mask. None spends money. */
import { useCommands } from '../../core/commands/commands.ts';
import { canUndo } from './mix-history.ts';
import type { MixWords } from './MixFields.tsx';
import type { MixSession, MixTool } from './mix-session.ts';

export function useMixCommands(prefix: string, session: MixSession, words: MixWords): void {
  const group = 'Mixing';
  const needsResult = (): string | undefined =>
    session.state.getState().open === undefined ? 'Show a result first' : undefined;
  const tool = (id: MixTool, title: string, key: string) => ({
    id: `${prefix}.tool.${id}`,
    title,
    group,
    shortcuts: [key],
    obstacle: needsResult,
    run: () => session.setTool(id),
  });
  const step = (id: string, title: string, key: string, direction: 1 | -1) => ({
    id: `${prefix}.${id}`,
    title,
    group,
    shortcuts: [key],
    obstacle: needsResult,
    run: () => session.stepBrush(direction),
  });
  useCommands([
    tool('paint', words.paint, 'B'),
    tool('erase', words.erase, 'E'),
    tool('hand', 'Move the view', 'H'),
    step('smallerBrush', 'Smaller brush', '[', -1),
    step('largerBrush', 'Larger brush', ']', 1),
    {
      id: `${prefix}.undoMix`,
      title: 'Undo',
      group,
      shortcuts: ['Mod+Z'],
      obstacle: () => {
        const { history } = session.state.getState();
        return history === undefined || !canUndo(history) ? 'Nothing to undo' : undefined;
      },
      run: () => session.undo(),
    },
    {
      id: `${prefix}.redoMix`,
      title: 'Redo',
      group,
      shortcuts: ['Shift+Mod+Z', 'Mod+Y'],
      obstacle: () => {
        const { history } = session.state.getState();
        return history === undefined || history.future.length === 0 ? 'Nothing to redo' : undefined;
      },
      run: () => session.redo(),
    },
  ]);
}
