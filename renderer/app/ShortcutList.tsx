/** The keyboard shortcuts and gestures of the screen in front, by group. */
import { Group, Modal, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { registeredCommands, useCommandSources } from '../base/commands/commands.ts';
import { useGestureSources } from '../base/commands/gestures.ts';
import { gestureKeys } from '../base/commands/shortcut-keys.ts';
import { ShortcutKeys } from '../base/commands/ShortcutKeys.tsx';
import classes from './ShortcutList.module.css';

export function ShortcutList(props: { readonly isShown: boolean; readonly onClose: () => void }) {
  return (
    <Modal opened={props.isShown} onClose={props.onClose} title="Keyboard shortcuts" size="xl">
      <Columns />
    </Modal>
  );
}

function Columns() {
  const sources = useCommandSources((state) => state.sources);
  const gestureSources = useGestureSources((state) => state.sources);
  void sources; // the list follows the registered commands
  const withKeys = registeredCommands().filter(({ shortcuts }) => (shortcuts?.length ?? 0) > 0);
  const groups = [...Map.groupBy(withKeys, ({ group }) => group)];
  const gestures = [...gestureSources.values()].flat();
  return (
    <div className={classes['columns']}>
      {groups.map(([group, commands]) => (
        <List key={group} title={group}>
          {commands.map((command) => (
            <Row key={command.id} title={command.title}>
              <ShortcutKeys command={command} />
            </Row>
          ))}
        </List>
      ))}
      {gestures.length > 0 && (
        <List title="Mouse and pen">
          {gestures.map((gesture) => (
            <Row key={gesture.title} title={gesture.title}>
              <Text size="sm" c="dimmed" ta="right">
                {gestureKeys(gesture)}
              </Text>
            </Row>
          ))}
        </List>
      )}
    </div>
  );
}

function List(props: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack gap={6} className={classes['group'] ?? ''}>
      <Title order={3} size="sm">
        {props.title}
      </Title>
      {props.children}
    </Stack>
  );
}

function Row(props: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">{props.title}</Text>
      {props.children}
    </Group>
  );
}
