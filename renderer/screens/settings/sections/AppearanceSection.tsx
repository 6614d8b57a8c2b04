/** Settings: dark, light, or the system’s appearance. */
import { SegmentedControl, Stack, Title } from '@mantine/core';
import { DEFAULT_SETTINGS } from '../../../../shared/contract/default-settings.ts';
import { useSettings, useUpdateSettings } from '../../../base/backend/settings.ts';

export function AppearanceSection() {
  const settings = useSettings();
  const update = useUpdateSettings();
  return (
    <Stack gap="sm" component="section" aria-label="Appearance">
      <Title order={3} size="md">
        Appearance
      </Title>
      <SegmentedControl
        aria-label="Appearance"
        w={320}
        value={settings?.appearance ?? DEFAULT_SETTINGS.appearance}
        data={[
          { value: 'dark', label: 'Dark' },
          { value: 'light', label: 'Light' },
          { value: 'system', label: 'System' },
        ]}
        onChange={(appearance) => update({ appearance })}
      />
    </Stack>
  );
}
