/** Every command, found by typing. Those that cannot run now are grey and say why. */
import { Text } from '@mantine/core';
import { Spotlight, spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { MAX_RECENT_COMMANDS } from '../../shared/contract/setting-limits.ts';
import { useSettings, useUpdateSettings } from '../base/backend/settings.ts';
import { registeredCommands, useCommandSources, type Command } from '../base/commands/commands.ts';
import { findCommands, withRecent } from '../base/commands/find-commands.ts';
import { ShortcutKeys } from '../base/commands/ShortcutKeys.tsx';
import classes from './CommandPalette.module.css';

export function CommandPalette() {
  const sources = useCommandSources((state) => state.sources);
  const recentIds = useSettings()?.recentCommandIds;
  const [query, setQuery] = useState('');
  const sections = useMemo(() => {
    void sources; // the list follows the registered commands
    return findCommands(registeredCommands(), query, recentIds ?? []);
  }, [sources, query, recentIds]);
  return (
    <Spotlight.Root
      shortcut={null}
      scrollable
      maxHeight={420}
      query={query}
      onQueryChange={setQuery}
      transitionProps={{ duration: 0 }}
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      onSpotlightClose={() => setQuery('')}
    >
      <Spotlight.Search
        placeholder="Search commands"
        aria-label="Search commands"
        leftSection={<IconSearch size={18} />}
      />
      <Spotlight.ActionsList>
        {sections.map(({ title, commands }) => (
          <Spotlight.ActionsGroup key={title} label={title}>
            {commands.map((command) => (
              <Entry key={command.id} command={command} recentIds={recentIds ?? []} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {sections.length === 0 && <Spotlight.Empty>No matching commands</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function Entry(props: { readonly command: Command; readonly recentIds: readonly string[] }) {
  const { command, recentIds } = props;
  const update = useUpdateSettings();
  const obstacle = command.obstacle?.();
  function run(): void {
    if (command.obstacle?.() !== undefined) return;
    spotlight.close();
    update({ recentCommandIds: withRecent(recentIds, command.id, MAX_RECENT_COMMANDS) });
    command.run();
  }
  return (
    <Spotlight.Action
      className={classes['entry'] ?? ''}
      label={command.title}
      aria-disabled={obstacle === undefined ? undefined : true}
      closeSpotlightOnTrigger={false}
      rightSection={
        obstacle === undefined ? (
          <ShortcutKeys command={command} />
        ) : (
          <Text component="span" size="xs">
            {obstacle}
          </Text>
        )
      }
      onClick={run}
    />
  );
}
