import { Alert, Anchor, Button, Popover, Progress, Text, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BudgetState, Outlook } from '../../../../shared/contract/outlook.ts';
import { backend, queries } from '../../../base/backend/client.ts';
import { readError } from '../../../base/backend/read-error.ts';
import { shownPercent } from '../../../../shared/spend/percent.ts';
import { Section } from '../../../base/ui/Form.tsx';
import { ErrorNotice } from '../../../base/ui/ErrorNotice.tsx';
import { say } from '../../../base/ui/say.ts';
import { useSpend, useSpendSession } from '../session/screen.ts';
import { bucketName } from '../model/chart-words.ts';
import { BudgetsDialog } from './BudgetsDialog.tsx';
import {
  budgetName,
  budgetSentence,
  forecastSentence,
  money,
  pastSentence,
} from './outlook-words.ts';

export function Spikes(props: { readonly onDay: (start: number) => void }) {
  const { data: outlook, error } = useQuery(queries.outlook.read.queryOptions());
  if (error !== null) return <ErrorNotice error={readError(error)} />;
  return outlook?.spikes.map((spike) => (
    <Spike key={spike.start} spike={spike} onDay={props.onDay} />
  ));
}

export function BudgetsButton() {
  const { data: outlook } = useQuery(queries.outlook.read.queryOptions());
  const areBudgetsShown = useSpend((state) => state.areBudgetsShown);
  const { showBudgets } = useSpendSession();
  if (outlook === undefined || outlook.isPractice) return null;
  const [fullest] = outlook.budgets.toSorted((a, b) => b.percent - a.percent);
  const past = outlook.pastForecasts.map(pastSentence);
  return (
    <>
      <Popover position="bottom-end" width={360}>
        <Popover.Target>
          <Button variant="subtle" rightSection={<IconChevronDown size={16} />}>
            {fullest === undefined ? 'Budget: none' : `Budget: ${shownPercent(fullest.percent)}`}
          </Button>
        </Popover.Target>
        <Popover.Dropdown p={0}>
          <Section>
            <Text size="xs">{forecastSentence(outlook)}</Text>
            {past.map((sentence) => (
              <Text key={sentence} size="xs" c="dimmed">
                Forecast of {sentence}
              </Text>
            ))}
            {outlook.budgets.map((state) => (
              <BudgetLine key={state.budget.id} state={state} />
            ))}
            <Button onClick={() => showBudgets(true)}>Budgets…</Button>
          </Section>
        </Popover.Dropdown>
      </Popover>
      {areBudgetsShown && <BudgetsDialog outlook={outlook} onClose={() => showBudgets(false)} />}
    </>
  );
}

function Spike(props: {
  readonly spike: Outlook['spikes'][number];
  readonly onDay: (start: number) => void;
}) {
  const { spike } = props;
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
    <Alert maw="var(--gesso-inspector)" icon={<IconAlertTriangle size={16} />}>
      {day} stands out: {money(spike.amount)}, on a usual day {money(spike.usual)}.{' '}
      {parts.join(', ')}{' '}
      <Anchor component="button" type="button" inherit onClick={() => props.onDay(spike.start)}>
        Show this day
      </Anchor>{' '}
      {first !== undefined && (
        <Tooltip label={`Ignore ${first.label} for a week`}>
          <Anchor
            component="button"
            type="button"
            inherit
            onClick={() => expectIt.mutate(first.key)}
          >
            Expected
          </Anchor>
        </Tooltip>
      )}
    </Alert>
  );
}

function BudgetLine({ state }: { readonly state: BudgetState }) {
  const { budget, percent, start, end, lateStart } = state;
  const unit = budget.period;
  const name = `${budgetName(budget)}: ${budgetSentence(state)}`;
  return (
    <div>
      <Progress
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
