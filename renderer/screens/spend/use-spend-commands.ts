import { useCommands } from '../../core/commands/commands.ts';
import { SPEND_UNITS, type SpendRange, type SpendSeries } from '../../../shared/contract/spend.ts';
import { useSpendSession } from './session/screen.ts';
import type { ChartOut } from './chart/chart-out.ts';
import { neighbourOf } from './model/period.ts';
import type { SpendView } from '../../../shared/contract/spend-view.ts';

const GROUP = 'Spend';
const GROUPS = ['category', 'product', 'owner'] as const;

export function useSpendCommands(deps: {
  readonly view: SpendView;
  readonly range: SpendRange;
  readonly series: SpendSeries | undefined;
  readonly change: (changes: Partial<SpendView>) => void;
  readonly show: (range: SpendRange) => void;
  readonly back: () => void;
  readonly openAll: () => void;
  readonly readAgain: () => void;
  readonly isPractice: boolean;
  readonly out: ChartOut;
  readonly print: () => void;
}): void {
  const { view, range, series, change, show, back, openAll, readAgain, isPractice, out, print } =
    deps;
  const session = useSpendSession();
  const preset = view.period.kind === 'preset' ? view.period.id : undefined;
  const shift = (direction: -1 | 1) => show(neighbourOf(range, direction, preset));
  useCommands([
    ...SPEND_UNITS.map((unit, index) => ({
      id: `spend.by-${unit}`,
      title: `Bars by the ${unit}`,
      group: GROUP,
      shortcuts: [String(index + 1)],
      keywords: ['width', 'cycle'],
      run: () => change({ unit }),
    })),
    {
      id: 'spend.group',
      title: 'Next colours: category, product, owner',
      group: GROUP,
      shortcuts: ['G'],
      run: () => {
        const next =
          GROUPS[(GROUPS.findIndex((each) => each === view.groupBy) + 1) % GROUPS.length];
        change({ groupBy: next ?? 'category' });
      },
    },
    {
      id: 'spend.compare',
      title: 'Outline of the previous period',
      group: GROUP,
      shortcuts: ['C'],
      run: () => change({ isCompared: !view.isCompared }),
    },
    {
      id: 'spend.cumulative',
      title: 'Sum so far, as a line',
      group: GROUP,
      shortcuts: ['L'],
      run: () => change({ isCumulative: !view.isCumulative }),
    },
    {
      id: 'spend.previous',
      title: 'Previous period',
      group: GROUP,
      shortcuts: ['['],
      run: () => shift(-1),
    },
    {
      id: 'spend.next',
      title: 'Next period',
      group: GROUP,
      shortcuts: [']'],
      run: () => shift(1),
    },
    {
      id: 'spend.now',
      title: 'This month',
      group: GROUP,
      shortcuts: ['0'],
      run: () => change({ period: { kind: 'preset', id: 'month' } }),
    },
    {
      id: 'spend.back',
      title: 'Back to the last period',
      group: GROUP,
      shortcuts: ['Backspace'],
      run: back,
    },
    {
      id: 'spend.budgets',
      title: 'Budgets…',
      group: GROUP,
      obstacle: () => (isPractice ? 'Practice costs nothing.' : undefined),
      run: () => session.showBudgets(true),
    },
    {
      id: 'spend.rows',
      title: 'Show all rows',
      group: GROUP,
      obstacle: () => (series === undefined ? 'Nothing is read yet.' : undefined),
      run: openAll,
    },
    ...(['png', 'svg'] as const).map((format) => ({
      id: `spend.save-${format}`,
      title: `Save the chart as ${format.toUpperCase()}`,
      group: GROUP,
      keywords: ['export', 'picture'],
      obstacle: () => (series === undefined ? 'Nothing is read yet.' : undefined),
      run: () => out.save(format),
    })),
    {
      id: 'spend.print',
      title: 'Print the bill, or save it as PDF',
      group: GROUP,
      keywords: ['statement', 'paper', 'pdf', 'month'],
      obstacle: () => (series === undefined ? 'Nothing is read yet.' : undefined),
      run: print,
    },
    {
      id: 'spend.copy-text',
      title: 'Copy the view as text',
      group: GROUP,
      obstacle: () => (series === undefined ? 'Nothing is read yet.' : undefined),
      run: out.copyText,
    },
    {
      id: 'spend.read',
      title: 'Read the bills again',
      group: GROUP,
      run: readAgain,
    },
  ]);
}
