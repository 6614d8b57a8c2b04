/** What an empty setting means; a form says it once, above its fields. */
import { Text } from '@mantine/core';

export function UnsetNote() {
  return (
    <Text size="xs" c="dimmed">
      The service decides on settings that are not set. Faded sliders show the usual values.
    </Text>
  );
}
