/** Settings of clean-ups and text removals, and their prices. */
import { NumberInput, Stack, Switch, Text, Title } from '@mantine/core';
import type { PricedKind } from '../../../../shared/contract/prices.ts';
import { MOST_MARGIN } from '../../../../shared/contract/setting-limits.ts';
import { useActivePrices } from '../../../base/backend/prices.ts';
import { useSetting, useUpdateSettings } from '../../../base/backend/settings.ts';
import { dollarsOfPrice, PRICE_FIELD, priceOfDollars } from '../../../base/ui/money.ts';

export function CleanupSettings() {
  const margin = useSetting('margin');
  const matchColors = useSetting('matchColors');
  const update = useUpdateSettings();
  return (
    <Stack gap="md" component="section" aria-label="Clean-up and text">
      <Title order={3} size="md">
        Clean-up and text
      </Title>
      <NumberInput
        label="Margin, px"
        description="Around the mask. It is sent, too, and the result fades out over it. Pixels beyond it never change. 0 gives a hard edge."
        w={420}
        min={0}
        max={MOST_MARGIN}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="strict"
        value={margin}
        onChange={(value) => {
          if (typeof value === 'number') update({ margin: value });
        }}
      />
      <Switch
        label="Match colours"
        description="Corrects colour shifts around the filled area. Leave it off unless you see any."
        checked={matchColors}
        onChange={(event) => update({ matchColors: event.currentTarget.checked })}
      />
      <Prices />
    </Stack>
  );
}

function Prices() {
  const { isLoaded, isPractice, hasAccount } = useActivePrices();
  if (isLoaded && !hasAccount) {
    return (
      <Text size="sm" c="dimmed">
        {isPractice ? 'Practice is free. ' : ''}Connect an account to enter its prices.
      </Text>
    );
  }
  return (
    <>
      <Price kind="cleanup" label="Clean-up: price per call, US dollars" />
      <Price kind="remove-text" label="Text removal: price per call, US dollars" />
      <Text size="sm" c="dimmed">
        Used to estimate costs on the current connection. Your bill shows the actual charge.
      </Text>
    </>
  );
}

function Price({ kind, label }: { readonly kind: PricedKind; readonly label: string }) {
  const prices = useActivePrices();
  const price = prices.of(kind);
  return (
    <NumberInput
      {...PRICE_FIELD}
      label={label}
      description="From your service’s price list. If you leave it empty, Gesso can’t estimate the cost."
      w={420}
      value={price === null ? '' : dollarsOfPrice(price)}
      onChange={(dollars) => {
        if (dollars === '') prices.set(kind, null);
        else {
          const typed = priceOfDollars(dollars);
          if (typed !== undefined) prices.set(kind, typed);
        }
      }}
    />
  );
}
