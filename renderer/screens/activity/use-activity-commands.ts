import type { RefObject } from 'react';
import type { RecordedCall } from '../../../shared/contract/activity.ts';
import { backend } from '../../core/backend/client.ts';
import { readError } from '../../core/backend/read-error.ts';
import { commandMaker } from '../../core/commands/command-maker.ts';
import { useCommands } from '../../core/commands/commands.ts';
import { showScreen } from '../../core/screen/navigation.ts';
import { say } from '../../core/ui/say.ts';
import type { ListSteps } from '../../features/rows/use-row-steps.ts';
import { NO_FILTER } from './model/call-filter.ts';
import { copyAsCurl } from './session/copy-as-curl.ts';
import { useActivitySession } from './session/screen.ts';

export function useActivityCommands(deps: {
  readonly steps: ListSteps<number>;
  readonly call: RecordedCall | undefined;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly onClear: () => void;
}): void {
  const { steps, call } = deps;
  const session = useActivitySession();
  const command = commandMaker('activity', 'Activity');
  const step = (key: string) => (): void => {
    steps.step(key, false);
    steps.rows.current?.focus();
  };
  useCommands([
    command('search', 'Search calls', ['/', 'Mod+F'], () => deps.search.current?.focus()),
    command('next', 'Next call', ['ArrowDown'], step('ArrowDown')),
    command('previous', 'Previous call', ['ArrowUp'], step('ArrowUp')),
    command('first', 'First call', ['Home'], step('Home')),
    command('last', 'Last call', ['End'], step('End')),
    command('failed', 'Show failed calls', ['F'], () => session.setFilter({ end: 'failed' })),
    command('all', 'Show all calls', ['A'], () => {
      deps.onClear();
      session.setFilter(NO_FILTER);
    }),
    command(
      'curl',
      'Copy call as cURL',
      ['Mod+C'],
      () => {
        if (call === undefined) return;
        backend.activity.read({ callId: call.id }).then(
          ({ exchange }) => copyAsCurl(call, exchange),
          (thrown: unknown) => say(readError(thrown).message),
        );
      },
      () =>
        call !== undefined && (getSelection()?.toString() ?? '') === ''
          ? undefined
          : 'Select a call first.',
    ),
    command(
      'task',
      'Show task of the call',
      ['T'],
      () => {
        if (call?.jobId !== undefined) {
          showScreen('tasks', { kind: 'show-job', jobId: call.jobId });
        }
      },
      () => (call?.jobId === undefined ? 'Select a call of a task first.' : undefined),
    ),
  ]);
}
