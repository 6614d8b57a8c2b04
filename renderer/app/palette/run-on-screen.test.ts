import { afterEach, expect, it, vi } from 'vitest';
import { useCommandSources, type Command } from '../../core/commands/commands.ts';
import { runOnScreen } from './run-on-screen.ts';
import { COMMAND_INDEX } from './command-index.ts';

afterEach(() => useCommandSources.setState({ sources: new Map() }));

/** Registers a command like a screen, which does so again whenever its data changes. */
function register(command: Partial<Command>): void {
  const whole = { id: 'spend.budgets', title: 'Budgets…', group: 'Spend', run: () => undefined };
  useCommandSources.setState({ sources: new Map([[Symbol('spend'), [{ ...whole, ...command }]]]) });
}

it('runs the latest registration of a command, not the one at arrival', async () => {
  const wanted = COMMAND_INDEX.find(({ id }) => id === 'spend.budgets');
  if (wanted === undefined) throw new Error('The index has no budgets.');
  const run = vi.fn<() => void>();
  register({ obstacle: () => 'Nothing is read yet.' });
  const running = runOnScreen(wanted);
  register({ obstacle: () => undefined, run });
  await running;
  expect(run).toHaveBeenCalledOnce();
});
