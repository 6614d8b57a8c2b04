import { Button, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { useCallback, useState } from 'react';
import { useCommandSources } from '../../base/commands/commands.ts';
import { useNavigation } from '../../base/screen/navigation.ts';
import { useSetting, useUpdateSettings } from '../../base/backend/settings.ts';
import { namedKeys } from '../../base/commands/shortcut-keys.ts';
import { SearchField } from '../../base/ui/SearchField.tsx';
import { useSearchText } from '../../base/ui/search-text.ts';
import { Gestures } from './Gestures.tsx';
import { keyCommands } from './key-commands.ts';
import { foundRows, keyRows, usersOf, withKey, withoutKey, type KeyRow } from './key-rows.ts';
import { Later } from '../../base/ui/Later.tsx';
import { KeyFileMenu } from './KeyFileMenu.tsx';
import { KeyRowLine } from './KeyRowLine.tsx';
import { useRecorder } from './use-recorder.ts';

export function KeyEditor(props: { readonly isShown: boolean; readonly onClose: () => void }) {
  return (
    <Modal opened={props.isShown} onClose={props.onClose} title="Keyboard shortcuts" size="xl">
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
      if (waiting === 'search') {
        setPressed(shortcut);
        return;
      }
      const users = usersOf(keyRows(keyCommands(frontId), keyBindings), waiting, shortcut);
      if (users.length > 0) setWanted({ row: waiting, shortcut, users });
      else update({ keyBindings: withKey(keyBindings, waiting, shortcut) });
    },
    [waiting, frontId, keyBindings, update],
  );
  useRecorder(waiting !== undefined, keyMatch, onEnd);

  const groups = [...Map.groupBy(shown, ({ group }) => group)];
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
          <Button variant="subtle" onClick={() => setPressed(undefined)}>
            Clear
          </Button>
        )}
        <SegmentedControl
          aria-label="Screens"
          value={isAll ? 'all' : 'front'}
          onChange={(value) => setAll(value === 'all')}
          data={[
            { value: 'front', label: 'This screen' },
            { value: 'all', label: 'All screens' },
          ]}
        />
        <KeyFileMenu />
      </Group>
      {groups.length === 0 && (
        <Text size="sm" c="dimmed">
          {pressed === undefined
            ? 'No command has this name.'
            : 'No command has these keys. Search for a command to assign them.'}
        </Text>
      )}
      <Later>
        <Stack gap="lg">
          {groups.map(([group, rows]) => (
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
          {!isSearching && <Gestures />}
        </Stack>
      </Later>
    </Stack>
  );
}

function searchLabel(pressed: string | undefined): string {
  return pressed === undefined ? 'Search by keys' : `Keys: ${namedKeys(pressed).join(' ')}`;
}
