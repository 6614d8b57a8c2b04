/** Settings: dark, light, or the system’s appearance; the style of CSV files. */
import { Input, SegmentedControl, Stack, Title } from '@mantine/core';
import { useSetting, useUpdateSettings } from '../../../base/backend/settings.ts';

export function AppearanceSection() {
  const appearance = useSetting('appearance');
  const csvStyle = useSetting('csvStyle');
  const update = useUpdateSettings();
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
      <Input.Wrapper label="CSV files" labelElement="div">
        <div>
          <SegmentedControl
            size="sm"
            aria-label="CSV files"
            w={400}
            value={csvStyle}
            data={[
              { value: 'comma', label: 'Comma, decimal point' },
              { value: 'semicolon', label: 'Semicolon, decimal comma' },
            ]}
            onChange={(style) => update({ csvStyle: style })}
          />
        </div>
      </Input.Wrapper>
    </Stack>
  );
}
