/** The keys of a command's first shortcut, named as on the user's keyboard. */
import { Group, Kbd } from '@mantine/core';
import type { Command } from './commands.ts';
import { namedKeys } from './shortcut-keys.ts';

export function ShortcutKeys({ command }: { readonly command: Pick<Command, 'shortcuts'> }) {
  const [shortcut] = command.shortcuts ?? [];
  if (shortcut === undefined) return null;
  return (
    <Group gap="2xs" wrap="nowrap">
      {namedKeys(shortcut).map((key) => (
        <Kbd key={key} size="xs">
          {key}
        </Kbd>
      ))}
    </Group>
  );
}
