/** Settings: connections (handed in), appearance, mask, about. */
import {
  ColorInput,
  Container,
  Group,
  NumberInput,
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
import { CleanupSettings } from './CleanupSettings.tsx';
import classes from './Settings.module.css';
import { StorageSection } from './StorageSection.tsx';

/**
 * @param props.connections the section about connections, from its own feature
 * @param props.isShown false while another screen is in front
 */
export function SettingsScreen(props: {
  readonly connections: ReactNode;
  readonly isShown: boolean;
}) {
  return (
    <div className={classes['page']}>
      <Container size="sm" py="xl">
        <Stack gap={32}>
          <Title order={2} size="lg">
            Settings
          </Title>
          {props.connections}
          <Appearance />
          <Mask />
          <CleanupSettings />
          <Calls />
          <StorageSection isShown={props.isShown} />
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
        <NumberInput
          label="Grow and shrink by, px"
          w={180}
          min={1}
          max={100}
          allowDecimal={false}
          clampBehavior="strict"
          value={settings.maskStep}
          onChange={(value) => {
            if (typeof value === 'number' && value >= 1) update({ maskStep: value });
          }}
        />
      </Group>
    </Stack>
  );
}

/** How fast paid calls leave. The service refuses more, and jobs wait here instead. */
function Calls() {
  const settings = useSettings() ?? DEFAULT_SETTINGS;
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
    <Stack gap="sm" component="section" aria-label="Paid calls">
      <Title order={3} size="md">
        Paid calls
      </Title>
      <Text size="sm" c="dimmed">
        The service takes only so many calls in a minute; what is more waits for its turn.
      </Text>
      <Group align="flex-end" gap="xl">
        <NumberInput label="At the same time" {...field('concurrentCalls', 8)} />
        <NumberInput label="Pictures a minute" {...field('imageCallsPerMinute', 1000)} />
        <NumberInput label="Videos a minute" {...field('videoCallsPerMinute', 1000)} />
      </Group>
    </Stack>
  );
}

type CallSetting = 'concurrentCalls' | 'imageCallsPerMinute' | 'videoCallsPerMinute';

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
