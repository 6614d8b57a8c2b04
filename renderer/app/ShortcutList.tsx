/** The keyboard shortcuts of what is on the screen, by group. */
import { Group, Modal, Stack, Text, Title } from '@mantine/core';
import { registeredCommands, useCommandSources } from '../commands/commands.ts';
import { ShortcutKeys } from './CommandPalette.tsx';
import classes from './ShortcutList.module.css';

/** Gestures that are not commands but belong in the list. */
const GESTURES = [
  ['Paint', 'drag'],
  ['Erase', 'right button, or Alt + drag'],
  ['Straight line', 'Shift + click'],
  ['Give up a stroke', 'Esc'],
  ['Size', 'Ctrl + wheel'],
  ['Size, by dragging', 'Alt + right button, or S + drag'],
  ['Lasso, freehand', 'drag'],
  ['Lasso, polygon', 'click; Enter closes, Backspace goes back'],
  ['Take a shape out', 'Alt + drag'],
  ['Square', 'Shift while dragging a rectangle'],
  ['Zoom', 'wheel, or pinch'],
  ['See the original', 'hold \\'],
  ['Line between two states', 'drag, or arrow keys; Shift goes farther'],
  ['Move the photo', 'Space + drag, middle button, two fingers'],
] as const;

export function ShortcutList(props: { readonly isShown: boolean; readonly onClose: () => void }) {
  const sources = useCommandSources((state) => state.sources);
  void sources;
  const withKeys = registeredCommands().filter(({ shortcuts }) => (shortcuts?.length ?? 0) > 0);
  const groups = [...Map.groupBy(withKeys, ({ group }) => group)];
  return (
    <Modal opened={props.isShown} onClose={props.onClose} title="Keyboard shortcuts" size="xl">
      <div className={classes['columns']}>
        {groups.map(([group, commands]) => (
          <Stack key={group} gap={6} className={classes['group'] ?? ''}>
            <Title order={3} size="sm">
              {group}
            </Title>
            {commands.map((command) => (
              <Group key={command.id} justify="space-between" wrap="nowrap">
                <Text size="sm">{command.title}</Text>
                <ShortcutKeys command={command} />
              </Group>
            ))}
          </Stack>
        ))}
        <Stack gap={6} className={classes['group'] ?? ''}>
          <Title order={3} size="sm">
            Mouse and pen
          </Title>
          {GESTURES.map(([what, how]) => (
            <Group key={what} justify="space-between" wrap="nowrap">
              <Text size="sm">{what}</Text>
              <Text size="sm" c="dimmed" ta="right">
                {how}
              </Text>
            </Group>
          ))}
        </Stack>
      </div>
    </Modal>
  );
}
