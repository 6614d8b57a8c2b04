/** Gestures of mouse and pen: listed beside the keys, and not to be changed. */
import { Group, Text } from '@mantine/core';
import { useGestureSources } from '../../base/commands/gestures.ts';
import { gestureKeys } from '../../base/commands/shortcut-keys.ts';
import classes from '../Shell.module.css';

export function Gestures() {
  const sources = useGestureSources((state) => state.sources);
  const gestures = [...sources.values()].flat();
  if (gestures.length === 0) return null;
  return (
    <div role="group" aria-label="Mouse and pen" className={classes['group']}>
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
    </div>
  );
}
