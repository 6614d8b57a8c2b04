/** The month's likely end, days that stand out, and budgets, in words. */
import { Button, Progress, Text, Tooltip } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BudgetState, Outlook } from '../../../../shared/contract/outlook.ts';
import { backend, queries } from '../../../base/backend/client.ts';
import { readError } from '../../../base/backend/read-error.ts';
import { ErrorNotice } from '../../../base/ui/ErrorNotice.tsx';
import { say } from '../../../base/ui/say.ts';
import { useSpend, useSpendSession } from '../session/screen.ts';
import { bucketName } from '../model/chart-words.ts';
import { BudgetsDialog } from './BudgetsDialog.tsx';
import {
  budgetName,
  budgetSentence,
  forecastSentence,
  lacksDays,
  money,
  pastSentence,
} from './outlook-words.ts';
import classes from './Outlook.module.css';

export function OutlookNotes(props: {
  /** Shows a day by the hour. */
  readonly onDay: (start: number) => void;
  /** The period is short enough for hours. */
  readonly canCompare: boolean;
  /** Shows the bills beside Gesso's own calls. */
  readonly onCompare: () => void;
  /** Bills are being read, so days that count for a forecast may be missing. */
  readonly isReading: boolean;
}) {
  const { data: outlook, error } = useQuery(queries.outlook.read.queryOptions());
  const areBudgetsShown = useSpend((state) => state.areBudgetsShown);
  const { showBudgets } = useSpendSession();
  if (error !== null) return <ErrorNotice error={readError(error)} />;
  if (outlook === undefined) return null;
  return (
    <section className={classes['outlook']} aria-label="Outlook">
      {!(props.isReading && lacksDays(outlook)) && <Forecast outlook={outlook} />}
      {outlook.spikes.map((spike) => (
        <Spike key={spike.start} spike={spike} onDay={props.onDay} />
      ))}
      {outlook.budgets.map((state) => (
        <BudgetLine key={state.budget.id} state={state} />
      ))}
      <div className={classes['line']}>
        <Tooltip label="For periods of up to 31 days" disabled={props.canCompare}>
          <Button
            variant="subtle"
            size="compact-xs"
            data-disabled={!props.canCompare || undefined}
            onClick={() => props.canCompare && props.onCompare()}
          >
            Caused by Gesso…
          </Button>
        </Tooltip>
        {!outlook.isPractice && (
          <Button variant="subtle" size="compact-xs" onClick={() => showBudgets(true)}>
            Budgets…
          </Button>
        )}
      </div>
      {areBudgetsShown && !outlook.isPractice && (
        <BudgetsDialog outlook={outlook} onClose={() => showBudgets(false)} />
      )}
    </section>
  );
}

function Forecast({ outlook }: { readonly outlook: Outlook }) {
  const past = outlook.pastForecasts.map(pastSentence);
  return (
    <div>
      <Text size="xs" c="dimmed">
        {forecastSentence(outlook)}
      </Text>
      {past.map((sentence) => (
        <Text key={sentence} size="xs" c="dimmed">
          Forecast of {sentence}
        </Text>
      ))}
    </div>
  );
}

function Spike(props: {
  readonly spike: Outlook['spikes'][number];
  readonly onDay: (start: number) => void;
}) {
  const { spike, onDay } = props;
  const client = useQueryClient();
  const expectIt = useMutation({
    mutationFn: (product: string) => backend.outlook.expect({ product }),
    onSuccess: (outlook) => client.setQueryData(queries.outlook.read.queryKey(), outlook),
    onError: (thrown) => say(readError(thrown).message),
  });
  const [first] = spike.products;
  const day = bucketName({ start: spike.start, end: spike.start + 86_400 }, 'day');
  const parts = spike.products.map(
    ({ label, amount, usual }) => `${label} ${money(amount)} (usually ${money(usual)})`,
  );
  return (
    <div className={classes['line']}>
      <Text size="xs" c="orange">
        {day} stands out: {money(spike.amount)}, on a usual day {money(spike.usual)}.{' '}
        {parts.join(', ')}
      </Text>
      <Button variant="subtle" size="compact-xs" onClick={() => onDay(spike.start)}>
        Show this day
      </Button>
      {first !== undefined && (
        <Tooltip label={`Ignore ${first.label} for a week`}>
          <Button variant="subtle" size="compact-xs" onClick={() => expectIt.mutate(first.key)}>
            Expected
          </Button>
        </Tooltip>
      )}
    </div>
  );
}

function BudgetLine({ state }: { readonly state: BudgetState }) {
  const { budget, percent, start, end, lateStart } = state;
  const unit = budget.period;
  const name = `${budgetName(budget)}: ${budgetSentence(state)}`;
  return (
    <div className={classes['line']}>
      <Progress
        className={classes['bar'] ?? ''}
        value={Math.max(0, Math.min(100, percent))}
        color={percent >= 100 ? 'red' : 'gray'}
        aria-label={name}
      />
      <Text size="xs">{name}</Text>
      <Text size="xs" c="dimmed">
        {bucketName({ start, end }, unit)}
        {lateStart !== undefined &&
          `; ${bucketName({ start: lateStart, end: lateStart + 1 }, unit === 'week' ? 'day' : unit)} went over it after its end`}
      </Text>
    </div>
  );
}
