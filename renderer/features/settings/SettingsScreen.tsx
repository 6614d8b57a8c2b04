/** Settings: connections (handed in), appearance, mask, about. */
import {
  ColorInput,
  Container,
  Group,
  SegmentedControl,
  Slider,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DEFAULT_SETTINGS } from '../../../shared/contract/settings.ts';
import { queries } from '../../backend/client.ts';
import { useSettings, useUpdateSettings } from '../../backend/settings.ts';
import classes from './Settings.module.css';

/** @param props.connections the section about connections, from its own feature */
export function SettingsScreen({ connections }: { readonly connections: ReactNode }) {
  return (
    <div className={classes['page']}>
      <Container size="sm" py="xl">
        <Stack gap={32}>
          <Title order={2} size="lg">
            Settings
          </Title>
          {connections}
          <Appearance />
          <Mask />
          <About />
        </Stack>
      </Container>
    </div>
  );
}

function Appearance() {
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
          { value: 'system', label: 'As the system' },
        ]}
        onChange={(appearance) => update({ appearance })}
      />
    </Stack>
  );
}

function Mask() {
  const settings = useSettings() ?? DEFAULT_SETTINGS;
  const update = useUpdateSettings();
  return (
    <Stack gap="sm" component="section" aria-label="Mask">
      <Title order={3} size="md">
        Mask
      </Title>
      <Group align="flex-end" gap="xl">
        <ColorInput
          label="Colour"
          w={160}
          format="hex"
          withEyeDropper={false}
          swatches={['#ff3b6b', '#ffb020', '#2fd27a', '#2f9bff', '#b45cff', '#ffffff']}
          value={settings.maskColor}
          onChangeEnd={(maskColor) => update({ maskColor: maskColor.toLowerCase() })}
        />
        <div className={classes['opacity']}>
          <Text size="sm" fw={500} mb={6}>
            Opacity
          </Text>
          <Slider
            min={10}
            max={90}
            step={5}
            label={(value) => `${value} %`}
            thumbLabel="Opacity of the mask"
            value={Math.round(settings.maskOpacity * 100)}
            onChange={(value) => update({ maskOpacity: value / 100 })}
          />
        </div>
      </Group>
    </Stack>
  );
}

function About() {
  const info = useQuery(queries.app.info.queryOptions()).data;
  return (
    <Stack gap="xs" component="section" aria-label="About">
      <Title order={3} size="md">
        About
      </Title>
      <Text size="sm">Gesso {info?.version}</Text>
      {info?.notices.map((notice) => (
        <Text key={notice} size="sm" c="orange">
          {notice}
        </Text>
      ))}
    </Stack>
  );
}
