/**
 * This month's bill so far, in the top bar. Hidden in practice, and for keys that may not see
 * bills.
 */
import { Button, Group, RingProgress, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SpendForecast } from '../../shared/contract/spend-forecast.ts';
import { shownPercent } from '../../shared/numbers.ts';
import { spokenAmount } from '../../shared/spend/exact-money.ts';
import { queries } from '../core/backend/client.ts';
import { useActiveConnection } from '../core/backend/connections.ts';
import { showScreen } from '../core/screen/navigation.ts';
import { pillOf } from './pill-words.ts';
import shared from '../core/ui/shared.module.css';

/** Between two requests for the bill, which the backend reads on its own, ms. */
const EVERY = 60_000;

export function SpendPill() {
  const connection = useActiveConnection();
  const isWanted = connection?.kind === 'account';
  const { data, dataUpdatedAt } = useQuery(
    queries.spendForecast.read.queryOptions({ enabled: isWanted, refetchInterval: EVERY }),
  );
  if (!isWanted || data === undefined || data.connectionId !== connection.id) return null;
  if (!data.mayReadBills) return null;
  const pill = pillOf(data, dataUpdatedAt);
  if (pill === undefined) return null;
  const { text, hint } = pill;
  const budget = tightest(data);
  const { spent } = data.month;
  return (
    <Tooltip label={hint} multiline w={260}>
      <Button
        variant="subtle"
        px="xs"
        c="var(--gesso-text)"
        className={shared['numbers'] ?? ''}
        aria-label={`Spent this month: ${spent === undefined ? 'unknown' : spokenAmount(spent)}`}
        onClick={() => showScreen('spend')}
      >
        {budget !== undefined && (
          <Group gap="xs" wrap="nowrap" mr="xs">
            <RingProgress
              size={18}
              thickness={3}
              sections={[
                {
                  value: Math.max(0, Math.min(100, budget.percent)),
                  color: budget.percent >= 100 ? 'red' : 'gray',
                },
              ]}
            />
            <span>{shownPercent(budget.percent)}</span>
          </Group>
        )}
        <span>{text}</span>
      </Button>
    </Tooltip>
  );
}

/** The budget with the largest share used up. */
function tightest({ budgets }: SpendForecast) {
  return budgets.toSorted((a, b) => b.percent - a.percent)[0];
}
