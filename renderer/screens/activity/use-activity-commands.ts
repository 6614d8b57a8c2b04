import type { RefObject } from 'react';
import type { RecordedCall } from '../../../shared/contract/activity.ts';
import { backend } from '../../core/backend/client.ts';
import { sayError } from '../../core/backend/say-error.ts';
import { useCommands } from '../../core/commands/commands.ts';
import { bindCommands } from '../../core/commands/define-commands.ts';
import { showScreen } from '../../core/screen/navigation.ts';
import type { ListSteps } from '../../features/rows/use-row-steps.ts';
import { CALLS } from './activity-commands.ts';
import { NO_CALL_FILTER } from './model/call-filter.ts';
import { copyAsCurl } from './CallPanel.tsx';
import { setCallFilter } from './session/use-activity.ts';

export function useActivityCommands(deps: {
  readonly steps: ListSteps<number>;
  readonly call: RecordedCall | undefined;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly onClear: () => void;
}): void {
  const { steps, call } = deps;
  const step = (key: string) => (): void => {
    steps.step(key, false);
    steps.rows.current?.focus();
  };
  useCommands(
    bindCommands(CALLS, {
      search: () => deps.search.current?.focus(),
      next: step('ArrowDown'),
      previous: step('ArrowUp'),
      first: step('Home'),
      last: step('End'),
      failed: () => setCallFilter({ end: 'failed' }),
      all: () => {
        deps.onClear();
        setCallFilter(NO_CALL_FILTER);
      },
      curl: {
        obstacle: () =>
          call !== undefined && (getSelection()?.toString() ?? '') === ''
            ? undefined
            : 'Select a call first.',
        run: () => {
          if (call === undefined) return;
          backend.activity
            .read({ callId: call.id })
            .then(({ exchange }) => copyAsCurl(call, exchange), sayError);
        },
      },
      task: {
        obstacle: () => (call?.jobId === undefined ? 'Select a call of a task first.' : undefined),
        run: () => {
          if (call?.jobId !== undefined) {
            showScreen('tasks', { kind: 'show-job', jobId: call.jobId });
          }
        },
      },
    }),
  );
}
