/** What is done with the results that lie on the open photo. */
import { createVisibilityCommand } from './patch-commands.ts';
import type { SessionContext } from './session-context.ts';
import { useStudio } from './studio-store.ts';

export interface ResultActions {
  /** Shows or hides a result; a step of the history. */
  setShown(patchId: string, isShown: boolean): Promise<void>;
  /** Shows the original while a key is held. */
  peek(on: boolean): void;
}

export function createResultActions({ core, attempt, work }: SessionContext): ResultActions {
  const get = useStudio.getState;
  return {
    setShown: (patchId, isShown) =>
      attempt(async () => {
        const current = work();
        const patch = get().patches.find(({ id }) => id === patchId);
        if (current === undefined || patch === undefined) return;
        const command = createVisibilityCommand(current.commands, patch, isShown);
        await command.redo();
        core.history.push(command);
      }),
    peek(on) {
      if (get().isPeeking === on || get().status !== 'ready') return;
      core.setPeekOriginal(on);
      useStudio.setState({ isPeeking: on });
    },
  };
}
