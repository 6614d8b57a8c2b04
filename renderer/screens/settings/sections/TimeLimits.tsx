/** Settings: how long the answer to a call may take. */
import { Group, NumberInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ANSWER_MINUTES, ANSWER_SILENCE } from '../../../../shared/contract/setting-limits.ts';
import { useSetting, useUpdateSettings } from '../../../base/backend/settings.ts';

export function TimeLimits() {
  return (
    <Stack gap="2xs">
      <Group align="flex-start" gap="xl">
        <TimeLimit name="answerSilence" label="Longest silence, seconds" range={ANSWER_SILENCE} />
        <TimeLimit name="answerMinutes" label="Longest answer, minutes" range={ANSWER_MINUTES} />
      </Group>
      <Text size="sm" c="dimmed">
        Gesso ends a call without a new part of its answer, or with an answer that takes too long.
        Text that has arrived is saved. The call may be charged all the same.
      </Text>
    </Stack>
  );
}

/** The typed value counts when the field is left: on the way to 300 it is 3. */
function TimeLimit(props: {
  readonly name: 'answerSilence' | 'answerMinutes';
  readonly label: string;
  readonly range: { readonly min: number; readonly max: number };
}) {
  const { name, label, range } = props;
  const value = useSetting(name);
  const update = useUpdateSettings();
  const [typed, setTyped] = useState<number | string>();

  function take(): void {
    const number = typeof typed === 'number' ? Math.round(typed) : value;
    setTyped(undefined);
    const within = Math.min(range.max, Math.max(range.min, number));
    if (within !== value) update({ [name]: within });
  }

  return (
    <NumberInput
      label={label}
      w={200}
      {...range}
      allowDecimal={false}
      value={typed ?? value}
      onChange={setTyped}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
      }}
    />
  );
}
