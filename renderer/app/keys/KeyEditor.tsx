import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useOneByOne } from '../../core/ui/Later.tsx';
import {
  type Command,
  commandsAsRegistered,
  useCommandSources,
} from '../../core/commands/commands.ts';
import { useNavigation } from '../../core/screen/navigation.ts';
import { useSetting, useUpdateSettings } from '../../core/backend/settings.ts';
import { gestureKeys, hasAppleKeys, namedKeys } from '../../core/commands/shortcut-keys.ts';
import { SearchField } from '../../core/ui/SearchField.tsx';
import { useSearchText } from '../../core/ui/search-text.ts';
import {
  type KeyCommand,
  type KeyRow,
  foundRows,
  keyRows,
  usersOf,
  withKey,
  withoutKey,
} from './key-rows.ts';
import { KeyFileMenu } from './KeyFileMenu.tsx';
import { KeyRowLine } from './KeyRowLine.tsx';
import { recordKeys } from './record-keys.ts';
import { useGestureSources } from '../../core/commands/gestures.ts';
import type { KeyMatch } from '../../../shared/contract/keys.ts';
import { screenTitle } from '../screens.tsx';
import { COMMAND_INDEX } from '../palette/command-index.ts';
import { Segments } from '../../core/ui/Segments.tsx';
import { Note, QuietButton } from '../../core/ui/variants.ts';
import { choicesOf } from '../../core/ui/choices-of.ts';

export function KeyEditor({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" size="xl">
      <Editor />
    </Modal>
  );
}

/** A key that is to be assigned to a row, and the rows that have it. */
interface Wanted {
  readonly row: KeyRow;
  readonly shortcut: string;
  readonly users: readonly KeyRow[];
}

function Editor() {
  const frontId = useNavigation((state) => state.screenId) ?? 'studio';
  useCommandSources((state) => state.sources); // the list depends on the registered commands
  const keyBindings = useSetting('keyBindings');
  const keyMatch = useSetting('keyMatch');
  const update = useUpdateSettings();
  const sought = useSearchText();
  const [pressed, setPressed] = useState<string>();
  const [isAll, setAll] = useState(false);
  /** The row that records keys; `search`: the search field does. */
  const [waiting, setWaiting] = useState<KeyRow | 'search'>();
  const [wanted, setWanted] = useState<Wanted>();

  const all = keyRows(keyCommands(frontId), keyBindings);
  const isSearching = sought.typed !== '' || pressed !== undefined;
  const shown = foundRows(all, sought.typed, pressed).filter(
    ({ screenId, isOwn }) =>
      isAll || isSearching || isOwn || screenId === undefined || screenId === frontId,
  );

  function assign({ row, shortcut, users }: Wanted, isTaken: boolean): void {
    let next = withKey(keyBindings, row, shortcut);
    if (isTaken) for (const user of users) next = withoutKey(next, user, shortcut);
    update({ keyBindings: next });
    setWanted(undefined);
  }
  const onEnd = useCallback(
    (shortcut: string | undefined) => {
      setWaiting(undefined);
      if (shortcut === undefined || waiting === undefined) return;
      if (waiting === 'search') return setPressed(shortcut);
      const users = usersOf(keyRows(keyCommands(frontId), keyBindings), waiting, shortcut);
      if (users.length > 0) setWanted({ row: waiting, shortcut, users });
      else update({ keyBindings: withKey(keyBindings, waiting, shortcut) });
    },
    [waiting, frontId, keyBindings, update],
  );
  useRecorder(waiting !== undefined, keyMatch, onEnd);

  const groups = [...Map.groupBy(shown, ({ group }) => group)];
  const mounted = useOneByOne(groups.length);
  return (
    <Stack gap="sm">
      <Group
        gap="xs"
        pos="sticky"
        top="var(--gesso-number)"
        pb="xs"
        bg="var(--gesso-raised)"
        // below the dialog's title, which is sticky, too
        style={{ zIndex: 1 }}
      >
        <SearchField label="Search shortcuts" sought={sought} />
        <Button aria-pressed={waiting === 'search'} onClick={() => setWaiting('search')}>
          {waiting === 'search' ? 'Press the keys…' : searchLabel(pressed)}
        </Button>
        {pressed !== undefined && (
          <QuietButton onClick={() => setPressed(undefined)}>Clear</QuietButton>
        )}
        <Segments
          aria-label="Screens"
          value={isAll ? 'all' : 'front'}
          onChange={(value) => setAll(value === 'all')}
          data={choicesOf({ front: 'This screen', all: 'All screens' })}
        />
        <KeyFileMenu />
      </Group>
      {groups.length === 0 && (
        <Note>
          {pressed === undefined
            ? 'No command has this name.'
            : 'No command has these keys. Search for a command to assign them.'}
        </Note>
      )}
      <Stack gap="lg" aria-busy={mounted < groups.length}>
        {groups.slice(0, mounted).map(([group, rows]) => (
          <Stack key={group} role="group" aria-label={group} gap="2xs">
            <Text component="h3" size="sm" fw={600}>
              {group}
            </Text>
            {rows.map((row) => (
              <KeyRowLine
                key={row.id}
                row={row}
                isWaiting={waiting !== 'search' && waiting?.id === row.id}
                wanted={wanted?.row.id === row.id ? wanted : undefined}
                onChange={(bindings) => update({ keyBindings: bindings })}
                bindings={keyBindings}
                onRecord={() => {
                  setWanted(undefined);
                  setWaiting(row);
                }}
                onAssign={(isTaken) => {
                  if (wanted !== undefined) assign(wanted, isTaken);
                }}
                onCancel={() => setWanted(undefined)}
              />
            ))}
          </Stack>
        ))}
        {!isSearching && mounted >= groups.length && <Gestures />}
      </Stack>
    </Stack>
  );
}

function searchLabel(pressed: string | undefined): string {
  return pressed === undefined ? 'Search by keys' : `Keys: ${namedKeys(pressed).join(' ')}`;
}

function Gestures() {
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
          <Note ta="right">{gestureKeys(gesture)}</Note>
        </Group>
      ))}
    </Stack>
  );
}

function useRecorder(
  isOn: boolean,
  match: KeyMatch,
  onEnd: (shortcut: string | undefined) => void,
): void {
  useEffect(
    () => (isOn ? recordKeys(window, hasAppleKeys(), match, onEnd) : undefined),
    [isOn, match, onEnd],
  );
}

/** Prefixes of the shell's command ids. */
const OF_SHELL = /^(?:app|connection|connections|go|view)\./u;

const SCREENS = new Map(COMMAND_INDEX.map(({ id, screenId }) => [id, screenId]));

/** Those of the screen in front come first. */
function keyCommands(frontId: string): readonly KeyCommand[] {
  const registered = commandsAsRegistered();
  const here = new Set(registered.map(({ id }) => id));
  return [
    ...registered.map((command) => ofRegistered(command, frontId)),
    ...COMMAND_INDEX.filter(({ id }) => !here.has(id)).map(
      ({ shortcuts = [], screenId, ...command }): KeyCommand => ({
        ...command,
        group: screenId === frontId ? command.group : screenTitle(screenId),
        screenId,
        defaults: shortcuts,
      }),
    ),
  ];
}

function ofRegistered(command: Command, frontId: string): KeyCommand {
  const { id, title, group, keyId, shortcuts = [] } = command;
  const screenId = OF_SHELL.test(id) ? undefined : (SCREENS.get(id) ?? frontId);
  return { id, title, group, keyId, screenId, defaults: shortcuts };
}
