/** Settings, Storage: backups of the library, and its place on the disk. */
import { Button, Group, Progress, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Storage, StorageWork } from '../../../../shared/contract/storage.ts';
import { backend, queries, readError } from '../../../base/backend/client.ts';
import { ErrorNotice } from '../../../base/ui/ErrorNotice.tsx';
import { formatBytes, formatDateTime } from '../../../base/ui/format.ts';
import { say } from '../../../base/ui/say.ts';
import { accountsSentence, ORDER_SENTENCES, workSentence } from '../model/storage-words.ts';

/** How often running work is asked how far it is, ms. */
const ASK_EVERY = 400;

interface Props {
  readonly storage: Storage;
  readonly onChanged: () => void;
}

/** Does something and looks anew; an error is said. */
function act(work: () => Promise<unknown>, onChanged: () => void): void {
  work().then(onChanged, (error: unknown) => say(readError(error).message));
}

export function LibraryPlace({ storage, onChanged }: Props) {
  const work = useQuery({
    ...queries.storage.work.queryOptions(),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? ASK_EVERY : false),
  });
  const state = work.data?.state;
  useEffect(() => {
    if (state !== undefined && state !== 'running') onChanged();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each end
  }, [state]);
  const begun = (): void => void work.refetch();
  const place = {
    isBusy: state === 'running',
    typesPlaces: storage.typesPlaces,
    onBegun: begun,
  };
  return (
    <Stack gap="sm">
      <Title order={4} size="sm">
        Backups and place
      </Title>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        The library is in {storage.folder}. {formatBytes(storage.freeBytes)} are free on this disk.
      </Text>
      <Orders storage={storage} onChanged={onChanged} />
      <Work work={work.data ?? undefined} onStopped={begun} />
      <PlaceAction
        label="Back up to one file…"
        hint="Holds photos, results, clips, conversations and settings. API keys stay in the system’s keychain and are not in it."
        field="File or folder for the backup"
        {...place}
        begin={(typed) => backend.storage.backUp({ typed })}
      />
      <PlaceAction
        label="Restore from a file…"
        hint="The backup is unpacked into a new folder and checked. The present library stays."
        field="Backup file (.gessobackup)"
        {...place}
        begin={(typed) => backend.storage.restore({ typed })}
      />
      <PlaceAction
        label="Move library…"
        hint="Copied to an empty folder and checked, then used from the next start. The old folder stays until you remove it."
        field="Empty folder for the library"
        {...place}
        begin={(typed) => backend.storage.move({ typed })}
      />
      <Backups storage={storage} onChanged={onChanged} />
      <Earlier storage={storage} onChanged={onChanged} />
    </Stack>
  );
}

function Orders({ storage, onChanged }: Props) {
  const { order, failure } = storage;
  if (order === undefined) {
    if (failure === undefined) return null;
    return (
      <ErrorNotice
        error={{ kind: 'storage', message: failure }}
        onClose={() => act(() => backend.storage.forgetOrder(), onChanged)}
      />
    );
  }
  return (
    <Group gap="xs" role="status">
      <Text size="sm" fw={600}>
        {ORDER_SENTENCES[order]}
        {storage.canRestart ? '' : ' Quit Gesso and start it again.'}
      </Text>
      {storage.canRestart && (
        <Button variant="filled" onClick={() => act(() => backend.storage.restart(), onChanged)}>
          Restart now
        </Button>
      )}
      <Button onClick={() => act(() => backend.storage.forgetOrder(), onChanged)}>
        Don’t do it
      </Button>
    </Group>
  );
}

function Work(props: { readonly work: StorageWork | undefined; readonly onStopped: () => void }) {
  const { work, onStopped } = props;
  if (work === undefined) return null;
  if (work.error !== undefined) return <ErrorNotice error={work.error} />;
  const isRunning = work.state === 'running';
  const brought = accountsSentence(work);
  return (
    <Stack gap="2xs" maw={520}>
      <Text size="sm" role="status">
        {workSentence(work)}
      </Text>
      {brought !== undefined && <Text size="sm">{brought}</Text>}
      {isRunning && (
        <Group gap="sm">
          <Progress
            flex={1}
            value={work.total === 0 ? 0 : (work.done / work.total) * 100}
            aria-label="Copied so far"
          />
          <Button size="compact-xs" onClick={() => act(() => backend.storage.stop(), onStopped)}>
            Stop
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** A button for a dialog of the host; without one, a field for the place. */
function PlaceAction(props: {
  readonly label: string;
  readonly hint: string;
  readonly field: string;
  readonly isBusy: boolean;
  readonly typesPlaces: boolean;
  readonly begin: (typed: string | undefined) => Promise<boolean>;
  readonly onBegun: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const start = useMutation({
    mutationFn: () => {
      const begun = props.begin(props.typesPlaces ? typed.trim() : undefined);
      // where the host asks for the place itself, the work has begun before this is answered
      if (!props.typesPlaces) setTimeout(props.onBegun, ASK_EVERY);
      return begun;
    },
    onSuccess: () => setOpen(false),
    onSettled: props.onBegun,
  });
  const { label, hint, field, isBusy, typesPlaces } = props;
  return (
    <Stack gap="2xs" align="flex-start" maw={520}>
      <Button
        disabled={isBusy}
        aria-expanded={typesPlaces ? isOpen : undefined}
        onClick={() => (typesPlaces ? setOpen(!isOpen) : start.mutate())}
      >
        {label}
      </Button>
      <Text size="xs" c="dimmed">
        {hint}
      </Text>
      {isOpen && (
        <Group gap="xs" align="flex-end" w="100%">
          <TextInput
            label={field}
            flex={1}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button variant="filled" disabled={typed.trim() === ''} onClick={() => start.mutate()}>
            Start
          </Button>
        </Group>
      )}
      {start.error !== null && (
        <ErrorNotice error={readError(start.error)} onClose={() => start.reset()} />
      )}
    </Stack>
  );
}

function Backups({ storage, onChanged }: Props) {
  const [asked, setAsked] = useState<string>();
  if (storage.backups.length === 0) return null;
  return (
    <>
      <Text size="sm" fw={600}>
        Automatic backups of the library file
      </Text>
      <Table verticalSpacing={4} maw={520} aria-label="Automatic backups">
        <Table.Tbody>
          {storage.backups.map(({ name, at, bytes, kind }) => (
            <Table.Tr key={name}>
              <Table.Td pl={0}>
                {formatDateTime(at)}
                {kind === 'before-restore' ? ', before a restore' : ''}
              </Table.Td>
              <Table.Td ta="right">{formatBytes(bytes)}</Table.Td>
              <Table.Td ta="right" w={130}>
                <Button size="compact-xs" onClick={() => setAsked(name)}>
                  Restore…
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {asked !== undefined && (
        <Group gap="xs" role="group" aria-label="Restore a backup">
          <Text size="sm">
            Masks, results, conversations and settings go back to that time. Newer pictures come
            back as “Recovered”. The library of now is added to this list.
          </Text>
          <Button
            variant="filled"
            onClick={() => {
              setAsked(undefined);
              act(() => backend.storage.restoreBackup({ name: asked }), onChanged);
            }}
          >
            Restore at the next start
          </Button>
          <Button onClick={() => setAsked(undefined)}>Cancel</Button>
        </Group>
      )}
    </>
  );
}

function Earlier({ storage, onChanged }: Props) {
  const [asked, setAsked] = useState<string>();
  if (storage.earlier.length === 0) return null;
  return (
    <>
      <Text size="sm" fw={600}>
        Earlier libraries
      </Text>
      {storage.earlier.map((folder) => (
        <Group key={folder} gap="xs" maw={520}>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }} flex={1}>
            {folder}
          </Text>
          {asked === folder ? (
            <Button
              variant="filled"
              size="compact-xs"
              color="red.9"
              onClick={() => act(() => backend.storage.removeEarlier({ folder }), onChanged)}
            >
              Remove permanently
            </Button>
          ) : (
            <>
              <Button
                size="compact-xs"
                onClick={() => act(() => backend.storage.goBackTo({ folder }), onChanged)}
              >
                Use again
              </Button>
              <Button size="compact-xs" onClick={() => setAsked(folder)}>
                Remove…
              </Button>
            </>
          )}
        </Group>
      ))}
    </>
  );
}
