/** Commands and keys of a list of results. None spends money. */
import type { Job } from '../../../shared/contract/jobs.ts';
import type { Command } from '../../base/commands/commands.ts';
import type { RunActions } from './run-actions.ts';

/** See {@link runCommands}. */
export interface RunCommandsParts {
  readonly screen: string;
  /** Heading in the palette. */
  readonly group: string;
  /** The name of an entry, such as "clip". */
  readonly noun: string;
  /** Further keys for the next one. */
  readonly nextKeys?: readonly string[];
  /** As the list has them. */
  readonly order: readonly Job[];
  readonly runs: Pick<RunActions, 'remove'>;
  openId(): string | undefined;
  open(jobId: string): void;
}

/** Next, previous, and removing the open one. */
export function runCommands(parts: RunCommandsParts): readonly Command[] {
  const { screen, group, noun, nextKeys = [], order, runs, openId, open } = parts;
  const isEmpty = (): string | undefined =>
    order.length === 0 ? `There are no ${noun}s` : undefined;
  const opened = (): Job | undefined => order.find(({ id }) => id === openId());

  function step(by: 1 | -1): void {
    const index = order.findIndex(({ id }) => id === openId());
    const next = order[index < 0 ? 0 : index + by];
    if (next !== undefined) open(next.id);
  }

  return [
    {
      id: `${screen}.next`,
      title: `Next ${noun}`,
      group,
      shortcuts: ['ArrowDown', ...nextKeys],
      obstacle: isEmpty,
      run: () => step(1),
    },
    {
      id: `${screen}.previous`,
      title: `Previous ${noun}`,
      group,
      shortcuts: ['ArrowUp'],
      obstacle: isEmpty,
      run: () => step(-1),
    },
    {
      id: `${screen}.remove`,
      title: `Remove ${noun}`,
      group,
      shortcuts: ['Delete'],
      obstacle: () => (opened() === undefined ? `Open a ${noun} first` : undefined),
      run() {
        const job = opened();
        if (job !== undefined) void runs.remove([job.id]);
      },
    },
  ];
}
