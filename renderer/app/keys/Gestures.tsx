/** Lists mouse and pen gestures, which cannot be changed, beside the shortcuts. */
import { Group, Stack, Text } from '@mantine/core';
import { useGestureSources } from '../../base/commands/gestures.ts';
import { gestureKeys } from '../../base/commands/shortcut-keys.ts';

export function Gestures() {
  const sources = useGestureSources((state) => state.sources);
  const gestures = [...sources.values()].flat();
  if (gestures.length === 0) return null;
  return (
    <Stack role="group" aria-label="Mouse and pen" gap="2xs">
      <Text component="h3" size="sm" fw={600}>
        Mouse and pen
      </Text>
      {gestures.map((gesture) => (
        <Group key={gesture.title} justify="space-between" wrap="nowrap">
          <Text size="sm">{gesture.title}</Text>
          <Text size="sm" c="dimmed" ta="right">
            {gestureKeys(gesture)}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}
