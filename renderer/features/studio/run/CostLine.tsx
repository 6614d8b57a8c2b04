/** What the next run is expected to cost; where the price is not known, a field for it. */
import { Anchor, Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { estimateCost } from '../../../../shared/geometry/regions.ts';
import { queries } from '../../../backend/client.ts';
import { useSettings, useUpdateSettings } from '../../../backend/settings.ts';
import { PRICE_FIELD, priceOfDollars } from '../../../ui/price.ts';
import { formatPrice } from '../../../ui/price.ts';
import { callsText } from './run-offer.ts';
import { useRun } from './run-store.ts';

const PRICE_NAMES = { cleanup: 'cleanupPrice', 'remove-text': 'removeTextPrice' } as const;

/** @param props.number of calls, kept ones included */
export function CostLine({ number }: { readonly number: number }) {
  const operation = useRun((state) => state.operation);
  const calls = useRun((state) => state.calls);
  const settings = useSettings();
  const connections = useQuery(queries.connections.list.queryOptions()).data;
  const isPractice = connections?.find(({ isActive }) => isActive)?.kind === 'practice';
  const [isEntered, setEntered] = useState(false);
  const name = PRICE_NAMES[operation];
  if (settings === undefined || number === 0) return null;
  if (isPractice) {
    return (
      <Text size="sm" c="dimmed">
        Practice: nothing of this is paid.
      </Text>
    );
  }
  const kept = (calls?.calls ?? []).filter(({ stored }) => stored !== undefined).length;
  const paid = Math.max(0, number - kept);
  const price = settings[name];
  const cost = paid === 0 ? 0 : estimateCost(paid, price);
  if (cost !== undefined && !isEntered) {
    return (
      <Text size="sm" role="status">
        {paid === 0
          ? 'Expected cost: nothing, it is kept.'
          : `Expected cost: ${formatPrice(cost)} (${callsText(paid)} at ${formatPrice(price ?? 0)}).`}
      </Text>
    );
  }
  if (isEntered) return <PriceEntry name={name} onDone={() => setEntered(false)} />;
  return (
    <Text size="sm" role="status">
      Expected cost: not known, because the price of a call is not.{' '}
      <Anchor component="button" type="button" size="sm" onClick={() => setEntered(true)}>
        Enter the price
      </Anchor>
    </Text>
  );
}

function PriceEntry(props: {
  readonly name: (typeof PRICE_NAMES)[keyof typeof PRICE_NAMES];
  readonly onDone: () => void;
}) {
  const { name, onDone } = props;
  const update = useUpdateSettings();
  const [dollars, setDollars] = useState<number | string>('');
  const price = priceOfDollars(dollars);
  return (
    <Stack
      component="form"
      gap={6}
      onSubmit={(event) => {
        event.preventDefault();
        if (price === undefined) return;
        update({ [name]: price });
        onDone();
      }}
    >
      <NumberInput
        {...PRICE_FIELD}
        size="xs"
        label="Price of one call, US dollars"
        description="From your service’s price list. It stays in Settings."
        value={dollars}
        onChange={setDollars}
        data-autofocus
        autoFocus
      />
      <Group gap="xs">
        <Button type="submit" variant="default" disabled={price === undefined}>
          Keep the price
        </Button>
        <Button variant="subtle" color="gray" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}
