/** Finds commands by typing. Those that cannot run are grey and say why. */
import { Group, Kbd, Stack, Text } from '@mantine/core';
import { Spotlight, spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import { IconSearch } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { MAX_RECENT_COMMANDS } from '../../../shared/contract/screen-state.ts';
import { useScreenStates, useUpdateScreenState } from '../../core/backend/settings.ts';
import {
  type Command,
  obstacleOf,
  registeredCommands,
  useCommandSources,
} from '../../core/commands/commands.ts';
import { useNavigation } from '../../core/screen/navigation.ts';
import { SCREENS, screenTitle } from '../screens.tsx';
import { allCommands } from './all-commands.ts';
import { type FoundCommand, findCommands, withRecent } from './find-commands.ts';
import { runOnScreen } from './run-on-screen.ts';
import { namedKeys } from '../../core/commands/shortcut-keys.ts';
import { SmallNote } from '../../core/ui/variants.ts';

/** Commands of the first render; a deferred one adds the others. */
const FIRST = 12;

export function CommandPalette() {
  const [query, setQuery] = useState('');
  return (
    <Spotlight.Root
      shortcut={null}
      scrollable
      lockScroll={false}
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
        leftSection={<IconSearch size={16} />}
      />
      <Spotlight.ActionsList>
        <FoundCommands query={query} />
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function ShortcutKeys({ command }: { readonly command: Pick<Command, 'shortcuts'> }) {
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

/** Only mounted while the palette is open, as commands change with most gestures. */
function FoundCommands({ query }: { readonly query: string }) {
  const sources = useCommandSources((state) => state.sources);
  const recentIds = useScreenStates('recentCommandIds')?.recentCommandIds;
  const screenId = useNavigation((state) => state.screenId) ?? SCREENS[0]?.id ?? '';
  const most = useDeferredValue(Infinity, FIRST);
  const sections = useMemo(() => {
    const all = allCommands(
      registeredCommands(sources),
      screenId,
      screenTitle,
      (command) => void runOnScreen(command),
    );
    return findCommands(all, query, recentIds ?? []);
  }, [sources, screenId, query, recentIds]);
  return (
    <>
      {sections.map(({ title, commands }, index) => {
        const before = sections.slice(0, index).flatMap((section) => section.commands).length;
        const shown = commands.slice(0, Math.max(0, most - before));
        if (shown.length === 0) return null;
        return (
          <Stack key={title} gap={0} mt="md">
            <SmallNote fw={600} px="md">
              {title}
            </SmallNote>
            {shown.map((command) => (
              <Entry key={command.id} command={command} recentIds={recentIds ?? []} />
            ))}
          </Stack>
        );
      })}
      {sections.length === 0 && <Spotlight.Empty>No matching commands</Spotlight.Empty>}
    </>
  );
}

function Entry(props: { readonly command: FoundCommand; readonly recentIds: readonly string[] }) {
  const { command, recentIds } = props;
  const update = useUpdateScreenState();
  const obstacle = obstacleOf(command);
  function run(): void {
    if (command.obstacle?.() !== undefined) return;
    // closes before the command runs: otherwise Close would close the palette
    flushSync(() => spotlight.close());
    update({ recentCommandIds: withRecent(recentIds, command.id, MAX_RECENT_COMMANDS) });
    command.run();
  }
  return (
    <Spotlight.Action
      {...(obstacle !== undefined && { c: 'dimmed' })}
      label={command.title}
      aria-disabled={obstacle === undefined ? undefined : true}
      closeSpotlightOnTrigger={false}
      rightSection={
        command.elsewhere !== undefined ? (
          <Text component="span" size="xs">
            {command.elsewhere}
          </Text>
        ) : obstacle === undefined ? (
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
