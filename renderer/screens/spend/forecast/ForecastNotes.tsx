import { Alert, Button, Popover, Progress, Text } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BudgetState, SpendForecast } from '../../../../shared/contract/spend-forecast.ts';
import { backend, queries } from '../../../core/backend/client.ts';
import { readError } from '../../../core/backend/read-error.ts';
import { sayError } from '../../../core/backend/say-error.ts';
import { shownPercent } from '../../../../shared/numbers.ts';
import { Section } from '../../../core/ui/Form.tsx';
import { ErrorNotice } from '../../../core/ui/ErrorNotice.tsx';
import { useForecast } from '../session/use-forecast.ts';
import { useSpend } from '../session/use-spend.ts';
import { bucketName } from '../model/chart-words.ts';
import { BudgetsDialog } from './BudgetsDialog.tsx';
import {
  budgetName,
  budgetSentence,
  forecastSentence,
  money,
  pastSentence,
} from './forecast-words.ts';
import { LinkButton, QuietButton, SmallNote } from '../../../core/ui/variants.ts';

export function Spikes(props: { readonly onDay: (start: number) => void }) {
  const { data: spendForecast, error } = useForecast();
  if (error !== null) return <ErrorNotice error={readError(error)} />;
  return spendForecast?.spikes.map((spike) => (
    <Spike key={spike.start} spike={spike} onDay={props.onDay} />
  ));
}

export function BudgetsButton() {
  const { data: spendForecast } = useForecast();
  const areBudgetsShown = useSpend((state) => state.areBudgetsShown);
  if (spendForecast === undefined || spendForecast.isPractice) return null;
  const [fullest] = spendForecast.budgets.toSorted((a, b) => b.percent - a.percent);
  const past = spendForecast.pastForecasts.map(pastSentence);
  return (
    <>
      <Popover position="bottom-end" width={360}>
        <Popover.Target>
          <QuietButton rightSection={<IconChevronDown size={16} />}>
            {fullest === undefined ? 'Budget: none' : `Budget: ${shownPercent(fullest.percent)}`}
          </QuietButton>
        </Popover.Target>
        <Popover.Dropdown p={0}>
          <Section>
            <Text size="xs">{forecastSentence(spendForecast)}</Text>
            {past.map((sentence) => (
              <SmallNote key={sentence}>Forecast of {sentence}</SmallNote>
            ))}
            {spendForecast.budgets.map((state) => (
              <BudgetLine key={state.budget.id} state={state} />
            ))}
            <Button onClick={() => useSpend.setState({ areBudgetsShown: true })}>Budgets…</Button>
          </Section>
        </Popover.Dropdown>
      </Popover>
      {areBudgetsShown && (
        <BudgetsDialog
          spendForecast={spendForecast}
          onClose={() => useSpend.setState({ areBudgetsShown: false })}
        />
      )}
    </>
  );
}

function Spike(props: {
  readonly spike: SpendForecast['spikes'][number];
  readonly onDay: (start: number) => void;
}) {
  const { spike } = props;
  const client = useQueryClient();
  const expectIt = useMutation({
    mutationFn: (product: string) => backend.spendForecast.expect({ product }),
    onSuccess: (spendForecast) =>
      client.setQueryData(queries.spendForecast.read.queryKey(), spendForecast),
    onError: sayError,
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
      <LinkButton onClick={() => props.onDay(spike.start)}>Show this day</LinkButton>{' '}
      {first !== undefined && (
        <LinkButton
          data-tip={`Ignore ${first.label} for a week`}
          onClick={() => expectIt.mutate(first.key)}
        >
          Expected
        </LinkButton>
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
      <SmallNote>
        {bucketName({ start, end }, unit)}
        {lateStart !== undefined &&
          `; ${bucketName({ start: lateStart, end: lateStart + 1 }, unit === 'week' ? 'day' : unit)} went over it after its end`}
      </SmallNote>
    </div>
  );
}
