/** What clean-ups and text removals are told, and what they cost. */
import { NumberInput, Stack, Switch, Text, Title } from '@mantine/core';
import { DEFAULT_SETTINGS } from '../../../shared/contract/settings.ts';
import { useSettings, useUpdateSettings } from '../../backend/settings.ts';
import { dollarsOfPrice, PRICE_FIELD, priceOfDollars } from '../../ui/price.ts';

/** Most pixels by which a mask is grown, as the settings allow. */
const MOST_GROWTH = 64;

export function CleanupSettings() {
  const settings = useSettings() ?? DEFAULT_SETTINGS;
  const update = useUpdateSettings();
  return (
    <Stack gap="md" component="section" aria-label="Clean-up and text">
      <Title order={3} size="md">
        Clean-up and text
      </Title>
      <NumberInput
        label="Grow the mask, px"
        description="What is sent reaches this far beyond what you paint, and the result fades out over it. Beyond it no pixel changes. 0 gives a hard edge."
        w={420}
        min={0}
        max={MOST_GROWTH}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="strict"
        value={settings.maskGrow}
        onChange={(value) => {
          if (typeof value === 'number') update({ maskGrow: value });
        }}
      />
      <Switch
        label="Match colours"
        description="Takes back a shift of the colours that a service leaves around what it fills. Leave it off unless you see one."
        checked={settings.matchColors}
        onChange={(event) => update({ matchColors: event.currentTarget.checked })}
      />
      <Price name="cleanupPrice" label="Price of a clean-up, US dollars a call" />
      <Price name="removeTextPrice" label="Price of a text removal, US dollars a call" />
      <Text size="sm" c="dimmed">
        Prices are for the estimate before a run only; what was really charged is told by the bill.
      </Text>
    </Stack>
  );
}

function Price(props: {
  readonly name: 'cleanupPrice' | 'removeTextPrice';
  readonly label: string;
}) {
  const { name, label } = props;
  const settings = useSettings() ?? DEFAULT_SETTINGS;
  const update = useUpdateSettings();
  const price = settings[name];
  return (
    <NumberInput
      {...PRICE_FIELD}
      label={label}
      description="From your service’s price list. Empty means not known: then no cost is shown before a run."
      w={420}
      value={price === null ? '' : dollarsOfPrice(price)}
      onChange={(dollars) => {
        if (dollars === '') update({ [name]: null });
        else {
          const typed = priceOfDollars(dollars);
          if (typed !== undefined) update({ [name]: typed });
        }
      }}
    />
  );
}
