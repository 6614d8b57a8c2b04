/** Every command, found by typing. */
import { Group, Kbd } from '@mantine/core';
import { Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useMemo } from 'react';
import { registeredCommands, useCommandSources, type Command } from '../commands/commands.ts';
import { describeShortcut, isApple } from '../commands/shortcut.ts';

export function CommandPalette() {
  const sources = useCommandSources((state) => state.sources);
  const groups = useMemo(() => {
    void sources;
    const byGroup = Map.groupBy(registeredCommands(), ({ group }) => group);
    return [...byGroup].map(([group, commands]) => ({
      group,
      actions: commands.map((command) => ({
        id: command.id,
        label: command.title,
        rightSection: <ShortcutKeys command={command} />,
        onClick: () => {
          if (command.isEnabled?.() ?? true) command.run();
        },
      })),
    }));
  }, [sources]);
  return (
    <Spotlight
      actions={groups}
      shortcut={null}
      scrollable
      maxHeight={420}
      nothingFound="No command has this name."
      searchProps={{
        placeholder: 'Search for a command',
        'aria-label': 'Search for a command',
        leftSection: <IconSearch size={18} />,
      }}
    />
  );
}

/** The keys of a command's first shortcut. */
export function ShortcutKeys({ command }: { readonly command: Command }) {
  const [shortcut] = command.shortcuts ?? [];
  if (shortcut === undefined) return null;
  return (
    <Group gap={4} wrap="nowrap">
      {describeShortcut(shortcut, isApple(navigator.platform)).map((key) => (
        <Kbd key={key} size="xs">
          {key}
        </Kbd>
      ))}
    </Group>
  );
}
