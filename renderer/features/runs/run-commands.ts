/** Commands and keys of a list of results. None costs money. */
import type { Job } from '../../../shared/contract/jobs.ts';
import type { Command } from '../../core/commands/commands.ts';
import type { JobPages } from '../jobs/use-job-pages.ts';
import { placeAfterKey } from '../rows/place-after-key.ts';
import type { RunActions } from './run-actions.ts';
import { CARD } from './card-sizes.ts';
import { saveAll } from './RunSelection.tsx';

export interface RunCommandsDeps {
  readonly screen: string;
  /** The group in the palette. */
  readonly group: string;
  /** The name of a result, such as "clip". */
  readonly noun: string;
  /** Further keys for Next. */
  readonly nextKeys?: readonly string[];
  /** Whether Home and End do something else on this screen. */
  readonly hasOtherEnds?: boolean;
  /** In the order of the list. */
  readonly order: readonly { readonly id: string }[];
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
export function runCommands(deps: RunCommandsDeps): readonly Command[] {
  const { screen, group, noun, nextKeys = [], order, openId, remove } = deps;
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
      const last = (await pages.loadAll()).at(-1);
      if (last !== undefined) deps.open(last.id);
    });
  }

  const ends = (key: string): readonly string[] => (deps.hasOtherEnds === true ? [] : [key]);

  const { runs, pages, selected } = deps;

  /** Moves the end of the selection. */
  function extend(by: 1 | -1): void {
    const end = selected().at(-1) ?? openId();
    const index = order.findIndex(({ id }) => id === end);
    const next = order[index < 0 ? 0 : index + by];
    if (next !== undefined) runs.selectTo(next.id, order);
  }

  const hasFiles = ({ outputs }: Job): boolean => outputs.length > 0;

  return [
    {
      id: `${screen}.saveAll`,
      title: `Save all ${noun}s…`,
      group,
      obstacle: () => (pages.jobs.some(hasFiles) ? undefined : 'There is nothing to save yet'),
      run: () => void saveAll(runs, pages),
    },
    {
      id: `${screen}.selectAll`,
      title: `Select every ${noun}`,
      group,
      shortcuts: ['Mod+A'],
      obstacle: isEmpty,
      run: () => void selectAll(runs, pages),
    },
    {
      id: `${screen}.saveSelected`,
      title: `Save selected ${noun}s…`,
      group,
      obstacle: () => (selected().length === 0 ? `Select ${noun}s first` : undefined),
      run() {
        const chosen = new Set(selected());
        void runs.save(pages.jobs.filter(({ id }) => chosen.has(id)));
      },
    },
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
      id: `${screen}.pageDown`,
      title: `A page of ${noun}s down`,
      group,
      shortcuts: ['PageDown'],
      obstacle: isEmpty,
      run: () => go('PageDown'),
    },
    {
      id: `${screen}.pageUp`,
      title: `A page of ${noun}s up`,
      group,
      shortcuts: ['PageUp'],
      obstacle: isEmpty,
      run: () => go('PageUp'),
    },
    {
      id: `${screen}.first`,
      title: `First ${noun}`,
      group,
      shortcuts: ends('Home'),
      obstacle: isEmpty,
      run: () => go('Home'),
    },
    {
      id: `${screen}.last`,
      title: `Last ${noun}`,
      group,
      shortcuts: ends('End'),
      obstacle: isEmpty,
      run: () => void openLast(),
    },
    {
      id: `${screen}.extendDown`,
      title: `Select down to the next ${noun}`,
      group,
      shortcuts: ['Shift+ArrowDown'],
      obstacle: isEmpty,
      run: () => extend(1),
    },
    {
      id: `${screen}.extendUp`,
      title: `Select up to the previous ${noun}`,
      group,
      shortcuts: ['Shift+ArrowUp'],
      obstacle: isEmpty,
      run: () => extend(-1),
    },
    {
      id: `${screen}.remove`,
      title: `Remove ${noun}`,
      group,
      shortcuts: ['Delete'],
      obstacle: () => (indexOfOpen() < 0 ? `Open a ${noun} first` : undefined),
      run() {
        const open = order[indexOfOpen()];
        if (open !== undefined) remove(open.id);
      },
    },
  ];
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
