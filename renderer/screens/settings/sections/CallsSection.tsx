/** Settings: how fast paid calls leave. The service refuses more, and jobs wait here instead. */
import { Group, NumberInput, Stack, Text, Title } from '@mantine/core';
import { DEFAULT_SETTINGS } from '../../../../shared/contract/default-settings.ts';
import { useSettings, useUpdateSettings } from '../../../base/backend/settings.ts';
import { TimeLimits } from './TimeLimits.tsx';

type CallSetting = 'concurrentCalls' | 'imageCallsPerMinute' | 'videoCallsPerMinute';

export function CallsSection() {
  const settings =
    useSettings('concurrentCalls', 'imageCallsPerMinute', 'videoCallsPerMinute') ??
    DEFAULT_SETTINGS;
  const update = useUpdateSettings();
  const field = (name: CallSetting, most: number) => ({
    w: 180,
    min: 1,
    max: most,
    allowDecimal: false,
    clampBehavior: 'strict' as const,
    value: settings[name],
    onChange: (value: number | string) => {
      if (typeof value === 'number' && value >= 1) update({ [name]: value });
    },
  });
  return (
    <Stack gap="sm" component="section" aria-label="Call limits">
      <Title order={3} size="md">
        Call limits
      </Title>
      <Text size="sm" c="dimmed">
        Calls beyond these limits wait in a queue.
      </Text>
      <Group align="flex-end" gap="xl">
        <NumberInput label="Calls at once" {...field('concurrentCalls', 8)} />
        <NumberInput label="Image calls per minute" {...field('imageCallsPerMinute', 1000)} />
        <NumberInput label="Video calls per minute" {...field('videoCallsPerMinute', 1000)} />
      </Group>
      <TimeLimits />
    </Stack>
  );
}
