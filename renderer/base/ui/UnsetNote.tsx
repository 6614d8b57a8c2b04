/** Says once, above the fields of a form, how empty settings are sent. */
import { Text } from '@mantine/core';

export function UnsetNote() {
  return (
    <Text size="xs" c="dimmed">
      The service decides on settings that are not set. Faded sliders show the usual values.
    </Text>
  );
}
