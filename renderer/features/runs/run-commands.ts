/** Commands and keys of a list of results. None costs money. */
import type { Job } from '../../../shared/contract/jobs.ts';
import type { Command } from '../../core/commands/commands.ts';
import { bindCommands } from '../../core/commands/define-commands.ts';
import type { JobPages } from '../jobs/use-job-pages.ts';
import { placeAfterKey } from '../rows/place-after-key.ts';
import type { defineRunCommands } from './define-run-commands.ts';
import type { RunActions } from './run-actions.ts';
import { saveAll } from './RunSelection.tsx';

/** CSS pixels of a card in the tray at 100 % text, and of the gap between cards. */
export const CARD = { width: 212, narrow: 184, tall: 152, gap: 4 } as const;

interface RunCommandsDeps {
  /** The name of a result, such as "clip". */
  readonly noun: string;
  /** In the order of the list; with the run of an entry that is one of its files. */
  readonly order: readonly {
    readonly id: string;
    readonly job?: { readonly id: string } | undefined;
  }[];
  openId(): string | undefined;
  open(id: string): void;
  remove(id: string): void;
  readonly runs: Pick<RunActions, 'save' | 'select' | 'selectTo' | 'attempt'>;
  readonly pages: Pick<JobPages, 'jobs' | 'loadAll'>;
  selected(): readonly string[];
}

/**
 * Next, previous, a page up or down, first, last, removing the open one, selecting a range or all,
 * saving all or the selected ones.
 */
export function runCommands(
  table: ReturnType<typeof defineRunCommands>,
  deps: RunCommandsDeps,
): readonly Command[] {
  const { noun, order, openId, remove } = deps;
  const isEmpty = (): string | undefined =>
    order.length === 0 ? `There are no ${noun}s` : undefined;
  const indexOfOpen = (): number => {
    const open = openId();
    return order.findIndex(({ id }) => id === open);
  };

  function step(by: 1 | -1): void {
    const index = indexOfOpen();
    const next = order[index < 0 ? 0 : index + by];
    if (next !== undefined) deps.open(next.id);
  }

  function go(key: 'PageDown' | 'PageUp' | 'Home'): void {
    const index = indexOfOpen();
    const place = placeAfterKey(key, index < 0 ? undefined : index, order.length, pageInSight());
    const next = order[place ?? 0];
    if (next !== undefined) deps.open(next.id);
  }

  /** Loads the whole list and opens its last entry. */
  async function openLast(): Promise<void> {
    await runs.attempt(async () => {
      const before = openId();
      const last = (await pages.loadAll()).at(-1);
      if (last !== undefined && openId() === before) deps.open(last.id);
    });
  }

  const { runs, pages, selected } = deps;

  /** Moves the end of the selection. */
  function extend(by: 1 | -1): void {
    const ids = order.map(({ id, job }) => job?.id ?? id);
    const end = selected().at(-1) ?? ids[indexOfOpen()] ?? '';
    const all = [...new Set(ids)];
    const index = all.indexOf(end);
    const next = all[index < 0 ? 0 : index + by];
    if (next !== undefined)
      runs.selectTo(
        next,
        all.map((id) => ({ id })),
      );
  }

  const hasFiles = ({ outputs }: Job): boolean => outputs.length > 0;

  return bindCommands(
    table,
    {
      saveAll: {
        obstacle: () => (pages.jobs.some(hasFiles) ? undefined : 'There is nothing to save yet'),
        run: () => void saveAll(runs, pages),
      },
      selectAll: () => void selectAll(runs, pages),
      saveSelected: {
        obstacle: () => (selected().length === 0 ? `Select ${noun}s first` : undefined),
        run() {
          const chosen = new Set(selected());
          void runs.save(pages.jobs.filter(({ id }) => chosen.has(id)));
        },
      },
      next: () => step(1),
      previous: () => step(-1),
      pageDown: () => go('PageDown'),
      pageUp: () => go('PageUp'),
      first: () => go('Home'),
      last: () => void openLast(),
      extendDown: () => extend(1),
      extendUp: () => extend(-1),
      remove: {
        obstacle: () => (indexOfOpen() < 0 ? `Open a ${noun} first` : undefined),
        run() {
          const open = order[indexOfOpen()];
          if (open !== undefined) remove(open.id);
        },
      },
    },
    isEmpty,
  );
}

/** Roughly how many entries are visible. */
function pageInSight(): number {
  return Math.max(1, Math.floor(window.innerWidth / CARD.width) - 2);
}

/** Loads the whole list and selects it. */
async function selectAll(
  runs: Pick<RunActions, 'select' | 'attempt'>,
  pages: Pick<JobPages, 'loadAll'>,
): Promise<void> {
  await runs.attempt(async () => runs.select((await pages.loadAll()).map(({ id }) => id)));
}
