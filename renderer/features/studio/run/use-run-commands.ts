/** Starting runs. */
import { useCommands } from '../../../commands/commands.ts';
import { useStudio } from '../session/studio-store.ts';
import { studioCommand } from '../studio-command.ts';

/** @param isShown false switches all of them off */
export function useRunCommands(isShown: boolean): void {
  const session = useStudio((state) => state.session);
  useCommands([
    studioCommand(isShown, {
      id: 'run',
      title: 'Run clean-up',
      group: 'Clean-up',
      shortcuts: ['Mod+Enter'],
      run: () => void session?.runs.run('use'),
    }),
  ]);
}
