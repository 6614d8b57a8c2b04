/** Asks before a paid call that would exceed a budget. */
import { Button, Group, Modal, Table, Text } from '@mantine/core';
import {
  useOverBudget,
  type OverBudget,
  type OverBudgetAnswer,
} from '../core/backend/over-budget.ts';
import { count } from '../core/ui/format.ts';
import { formatAmount } from '../../shared/spend/exact-money.ts';

const PERIOD_WORDS = { day: 'today', week: 'this week', month: 'this month' } as const;

export function BudgetQuestion() {
  const asked = useOverBudget((state) => state.asked);
  const answer = useOverBudget((state) => state.answer);
  return (
    <Modal
      opened={asked !== undefined}
      onClose={() => answer('no')}
      title="This goes over your budget"
      size="lg"
    >
      {asked !== undefined && <Question asked={asked} answer={answer} />}
    </Modal>
  );
}

function Question(props: {
  readonly asked: OverBudget;
  readonly answer: (answer: OverBudgetAnswer) => void;
}) {
  const { asked, answer } = props;
  const { billed, unbilled, cost, limit, calls, unpriced, period } = asked;
  const unbilledCalls = asked['unbilled calls'];
  return (
    <>
      <Table variant="vertical" layout="fixed">
        <Table.Tbody>
          <Row
            name={`Billed ${PERIOD_WORDS[period]}`}
            value={billed === '' ? 'Unknown' : formatAmount({ exact: billed, hasDecimals: true })}
          />
          <Row
            name={`Not billed yet (${count(unbilledCalls, 'call')})`}
            value={about(unbilled, unbilledCalls)}
          />
          <Row name={`This (${count(calls, 'call')})`} value={about(cost, calls)} />
          <Row name={`Budget ${PERIOD_WORDS[period]}`} value={money(limit)} />
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed" my="sm">
        {unpriced > 0 &&
          `${unpriced === 1 ? 'One call has no known price and counts' : `${unpriced} calls have no known price and count`} as nothing. `}
        Days are UTC. Nothing has been sent.
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button data-autofocus onClick={() => answer('no')}>
          Don’t send
        </Button>
        <Button onClick={() => answer('today')}>Send, and don’t ask again today</Button>
        <Button variant="filled" onClick={() => answer('next')}>
          Send anyway
        </Button>
      </Group>
    </>
  );
}

function Row({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <Table.Tr>
      <Table.Th>{name}</Table.Th>
      <Table.Td ta="right">{value}</Table.Td>
    </Table.Tr>
  );
}

function about(units: number, calls: number): string {
  if (calls === 0) return money(0);
  return units === 0 ? 'Unknown' : `about ${money(units)}`;
}

const money = (units: number) => formatAmount({ exact: String(units), hasDecimals: true });
