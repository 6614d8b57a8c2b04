import { useCommands } from '../../core/commands/commands.ts';
import { bindCommands } from '../../core/commands/define-commands.ts';
import type { SpendSeries } from '../../../shared/contract/spend.ts';
import { useSpend } from './session/use-spend.ts';
import { SPEND } from './spend-commands.ts';
import type { ChartOut } from './chart/chart-out.ts';
import type { SpendView } from '../../../shared/contract/spend-view.ts';

const GROUPS = ['category', 'product', 'owner'] as const;

export function useSpendCommands(deps: {
  readonly view: SpendView;
  readonly series: SpendSeries | undefined;
  readonly change: (changes: Partial<SpendView>) => void;
  readonly hasNext: boolean;
  readonly shift: (direction: -1 | 1) => void;
  readonly back: () => void;
  readonly openAll: () => void;
  readonly readAgain: () => void;
  readonly isPractice: boolean;
  readonly out: ChartOut;
  readonly print: () => void;
}): void {
  const { view, series, change, hasNext, shift, back, openAll, readAgain, isPractice, out, print } =
    deps;
  const needsSeries = () => (series === undefined ? 'Nothing is read yet.' : undefined);
  useCommands(
    bindCommands(SPEND, {
      'by-hour': () => change({ unit: 'hour' }),
      'by-day': () => change({ unit: 'day' }),
      'by-week': () => change({ unit: 'week' }),
      'by-month': () => change({ unit: 'month' }),
      group: () => {
        const next =
          GROUPS[(GROUPS.findIndex((each) => each === view.groupBy) + 1) % GROUPS.length];
        change({ groupBy: next ?? 'category' });
      },
      compare: () => change({ isCompared: !view.isCompared }),
      cumulative: () => change({ isCumulative: !view.isCumulative }),
      previous: () => shift(-1),
      next: {
        obstacle: () => (hasNext ? undefined : 'This is the current period.'),
        run: () => shift(1),
      },
      now: () => change({ period: { kind: 'preset', id: 'month' } }),
      back,
      budgets: {
        obstacle: () => (isPractice ? 'Practice costs nothing.' : undefined),
        run: () => useSpend.setState({ areBudgetsShown: true }),
      },
      rows: { obstacle: needsSeries, run: openAll },
      'save-png': { obstacle: needsSeries, run: () => out.save('png') },
      'save-svg': { obstacle: needsSeries, run: () => out.save('svg') },
      print: { obstacle: needsSeries, run: print },
      'copy-text': { obstacle: needsSeries, run: out.copyText },
      read: readAgain,
    }),
  );
}
