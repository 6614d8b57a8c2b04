import { Group, NumberInput } from '@mantine/core';
import {
  MOST_FOLLOW_CALLS,
  MOST_FOLLOW_MONEY,
} from '../../../../shared/contract/recipe-follows.ts';
import { dollarsOfPrice } from '../../../core/ui/money.ts';

export interface Limit {
  readonly callsADay: number;
  /** 1/10000 USD. */
  readonly moneyADay: number;
}

const UNITS = 10_000;

export function LimitFields(props: {
  readonly limit: Limit;
  readonly onChange: (limit: Limit) => void;
}) {
  const { limit, onChange } = props;
  return (
    <Group gap="xs" grow wrap="nowrap" align="end">
      <NumberInput
        size="xs"
        label="Calls a day"
        hideControls
        min={0}
        max={MOST_FOLLOW_CALLS}
        allowDecimal={false}
        clampBehavior="strict"
        value={limit.callsADay}
        onChange={(calls) => onChange({ ...limit, callsADay: Number(calls) })}
      />
      <NumberInput
        size="xs"
        label="Money a day"
        prefix="$"
        hideControls
        min={0}
        max={dollarsOfPrice(MOST_FOLLOW_MONEY)}
        decimalScale={4}
        clampBehavior="strict"
        value={dollarsOfPrice(limit.moneyADay)}
        onChange={(dollars) =>
          onChange({ ...limit, moneyADay: Math.round(Number(dollars) * UNITS) })
        }
      />
    </Group>
  );
}
