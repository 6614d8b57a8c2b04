/** Settings of clean-ups and text removals. */
import { NumberInput, Stack, Switch, Title } from '@mantine/core';
import { MOST_MARGIN } from '../../../../shared/contract/setting-limits.ts';
import { useSetting, useUpdateSettings } from '../../../base/backend/settings.ts';

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
    </Stack>
  );
}
