import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Storage } from '../../../../shared/contract/storage.ts';
import { backend, queries, readError } from '../../../core/backend/client.ts';
import { ErrorNotice } from '../../../core/ui/ErrorNotice.tsx';
import { formatBytes, formatDateTime } from '../../../core/ui/format.ts';
import {
  ConfirmedButton,
  SettingBlock,
  SettingGroup,
  SettingRow,
} from '../../../core/ui/SettingRows.tsx';
import {
  act,
  LibraryOrder,
  LibraryWork,
  PlaceAction,
  useLibraryWork,
} from '../storage/library-work.tsx';

interface Props {
  readonly storage: Storage;
  readonly onChanged: () => void;
}

export function BackupsSection() {
  const storage = useQuery({ ...queries.storage.read.queryOptions({ input: {} }), staleTime: 0 });
  const again = (): void => void storage.refetch();
  if (storage.error !== null) {
    return (
      <ErrorNotice error={readError(storage.error)} actionLabel="Try again" onAction={again} />
    );
  }
  if (storage.data === undefined) return null;
  return (
    <>
      <OneFile storage={storage.data} onChanged={again} />
      <Automatic storage={storage.data} onChanged={again} />
      <Earlier storage={storage.data} onChanged={again} />
    </>
  );
}

function OneFile({ storage, onChanged }: Props) {
  const { work, begun, isBusy } = useLibraryWork(onChanged);
  const place = { isBusy, typesPlaces: storage.typesPlaces, onBegun: begun };
  return (
    <SettingGroup>
      <PlaceAction
        name="Back up"
        line="Photos, results, clips, conversations and settings; no API keys"
        label="Back up to one file…"
        field="File or folder for the backup"
        {...place}
        begin={(typed) => backend.storage.backUp({ typed })}
      />
      <PlaceAction
        name="Restore"
        line="To a new folder; the current library stays"
        label="Restore from a file…"
        field="Backup file (.gessobackup)"
        {...place}
        begin={(typed) => backend.storage.restore({ typed })}
      />
      <LibraryOrder storage={storage} orders={['use', 'backup']} onChanged={onChanged} />
      <LibraryWork work={work} kinds={['back-up', 'restore']} onStopped={begun} />
    </SettingGroup>
  );
}

function Automatic({ storage, onChanged }: Props) {
  const [asked, setAsked] = useState<string>();
  if (storage.backups.length === 0) return null;
  return (
    <SettingGroup title="Automatic backups">
      {storage.backups.map(({ name, at, bytes, kind }) => (
        <SettingRow
          key={name}
          name={formatDateTime(at)}
          line={`${formatBytes(bytes)}${kind === 'before-restore' ? ', before a restore' : ''}`}
          keywords="automatic backup"
        >
          <Button size="xs" onClick={() => setAsked(name)}>
            Restore…
          </Button>
        </SettingRow>
      ))}
      {asked !== undefined && (
        <SettingBlock>
          <div role="group" aria-label="Restore a backup">
            <Text size="sm" mb="xs">
              Masks, results, conversations and settings go back to that time. Newer pictures come
              back as “Recovered”. Your current library is added to this list.
            </Text>
            <Group gap="xs">
              <Button
                onClick={() => {
                  setAsked(undefined);
                  act(() => backend.storage.restoreBackup({ name: asked }), onChanged);
                }}
              >
                Restore at the next start
              </Button>
              <Button onClick={() => setAsked(undefined)}>Cancel</Button>
            </Group>
          </div>
        </SettingBlock>
      )}
    </SettingGroup>
  );
}

function Earlier({ storage, onChanged }: Props) {
  if (storage.earlier.length === 0) return null;
  return (
    <SettingGroup title="Earlier libraries">
      {storage.earlier.map((folder) => (
        <SettingRow key={folder} name={folder} keywords="earlier library">
          <Group gap="xs">
            <Button onClick={() => act(() => backend.storage.goBackTo({ folder }), onChanged)}>
              Use again
            </Button>
            <ConfirmedButton
              label="Remove…"
              confirmLabel="Remove permanently"
              onConfirm={() => act(() => backend.storage.removeEarlier({ folder }), onChanged)}
            />
          </Group>
        </SettingRow>
      ))}
    </SettingGroup>
  );
}
