/** Settings: dark, light, or the system’s appearance; names beside icons. */
import { SegmentedControl, Stack, Switch, Title } from '@mantine/core';
import { useSetting, useUpdateSettings } from '../../../base/backend/settings.ts';
import { useNamesShown } from '../../../base/screen/names-shown.ts';

export function AppearanceSection() {
  const appearance = useSetting('appearance');
  const update = useUpdateSettings();
  const areNamesShown = useNamesShown();
  return (
    <Stack gap="sm" component="section" aria-label="Appearance">
      <Title order={3} size="md">
        Appearance
      </Title>
      <SegmentedControl
        size="sm"
        aria-label="Appearance"
        w={320}
        value={appearance}
        data={[
          { value: 'dark', label: 'Dark' },
          { value: 'light', label: 'Light' },
          { value: 'system', label: 'System' },
        ]}
        onChange={(appearance) => update({ appearance })}
      />
      <Switch
        label="Names beside icons"
        description="On by default in wide windows."
        checked={areNamesShown}
        onChange={({ currentTarget }) => update({ areNamesShown: currentTarget.checked })}
      />
    </Stack>
  );
}
