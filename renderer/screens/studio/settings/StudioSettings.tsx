/** The Studio's sections of the Settings screen. */
import { Stack } from '@mantine/core';
import { CleanupSettings } from './CleanupSettings.tsx';
import { MaskSettings } from './MaskSettings.tsx';

export function StudioSettings() {
  return (
    <Stack gap="xl">
      <MaskSettings />
      <CleanupSettings />
    </Stack>
  );
}
