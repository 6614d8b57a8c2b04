/** The expected cost of calls; where no price is known, a link to it. Practice is free and says so. */
import { Text } from '@mantine/core';
import type { PricedKind } from '../../../shared/contract/prices.ts';
import { useActivePrices } from '../../base/backend/prices.ts';
import { count } from '../../base/ui/format.ts';
import { formatMoney } from '../../base/ui/money.ts';
import { SetPrice } from './SetPrice.tsx';

/**
 * @param props.calls that will be made, saved results included
 * @param props.saved of them, those that take a saved result and cost nothing
 */
export function CostLine(props: {
  readonly kind: PricedKind;
  readonly calls: number;
  readonly saved?: number;
}) {
  const { kind, calls, saved = 0 } = props;
  const prices = useActivePrices();
  if (!prices.isLoaded || calls === 0) return null;
  if (prices.isPractice) {
    return (
      <Text size="sm" c="dimmed">
        Practice: free.
      </Text>
    );
  }
  const paid = Math.max(0, calls - saved);
  const price = prices.of(kind);
  if (paid === 0) {
    return (
      <Text size="sm" role="status">
        Free: uses saved results.
      </Text>
    );
  }
  if (price !== null) {
    return (
      <Text size="sm" role="status">
        Expected cost: {formatMoney(paid * price)} ({count(paid, 'call')} at {formatMoney(price)})
      </Text>
    );
  }
  return (
    <Text size="sm" role="status">
      Cost unknown. <SetPrice kind={kind} />
    </Text>
  );
}
