/** The expected cost of calls; where no price is known, a field for it. Practice is free and says so. */
import { Anchor, Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { PricedKind } from '../../../shared/contract/prices.ts';
import { useActivePrices } from '../../base/backend/prices.ts';
import { count } from '../../base/ui/format.ts';
import { formatMoney, PRICE_FIELD, priceOfDollars } from '../../base/ui/money.ts';

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
  const [isEntered, setEntered] = useState(false);
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
  if (isEntered) return <PriceEntry kind={kind} onDone={() => setEntered(false)} />;
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
      Cost unknown.{' '}
      <Anchor component="button" type="button" size="sm" onClick={() => setEntered(true)}>
        Set a price
      </Anchor>
    </Text>
  );
}

function PriceEntry(props: { readonly kind: PricedKind; readonly onDone: () => void }) {
  const { kind, onDone } = props;
  const prices = useActivePrices();
  const [dollars, setDollars] = useState<number | string>('');
  const price = priceOfDollars(dollars);
  return (
    <Stack
      component="form"
      gap={6}
      onSubmit={(event) => {
        event.preventDefault();
        if (price === undefined) return;
        prices.set(kind, price);
        onDone();
      }}
    >
      <NumberInput
        {...PRICE_FIELD}
        size="xs"
        label="Price per call, US dollars"
        description="From your service’s price list. You can change it in Settings."
        value={dollars}
        onChange={setDollars}
        autoFocus
      />
      <Group gap="xs">
        <Button type="submit" variant="default" disabled={price === undefined}>
          Save price
        </Button>
        <Button variant="subtle" color="gray" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}
