/** Settings: what the library takes on the disk, the limit for results, its backups and its place. */
import { Alert, Button, Group, NumberInput, Progress, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LibraryUsage } from '../../../../shared/contract/library.ts';
import { queries, readError } from '../../../base/backend/client.ts';
import { useSetting, useUpdateSettings } from '../../../base/backend/settings.ts';
import { ErrorNotice } from '../../../base/ui/ErrorNotice.tsx';
import { count, formatBytes } from '../../../base/ui/format.ts';
import { say } from '../../../base/ui/say.ts';
import { hiddenSentence, limitSentence } from '../model/storage-words.ts';
import { KindsTable } from '../storage/KindsTable.tsx';
import { LibraryPlace } from '../storage/LibraryPlace.tsx';

/** The limit's bounds in megabytes, as the settings take them. */
const LIMIT = { min: 100, max: 1_000_000, step: 500 } as const;

export function StorageSection() {
  // counted anew each time the screen is opened
  const usage = useQuery({ ...queries.library.usage.queryOptions(), staleTime: 0 });
  const storage = useQuery({ ...queries.storage.read.queryOptions({ input: {} }), staleTime: 0 });
  function again(): void {
    void usage.refetch();
    void storage.refetch();
  }
  return (
    <Stack gap="sm" component="section" aria-label="Storage">
      <Title order={3} size="md">
        Storage
      </Title>
      {usage.error !== null && (
        <ErrorNotice
          error={readError(usage.error)}
          actionLabel="Try again"
          onAction={() => void usage.refetch()}
        />
      )}
      {storage.error !== null && (
        <ErrorNotice
          error={readError(storage.error)}
          actionLabel="Try again"
          onAction={() => void storage.refetch()}
        />
      )}
      {storage.data?.isLow === true && (
        <Alert color="yellow" variant="light" title="Disk space is low">
          Only {formatBytes(storage.data.freeBytes)} are free on the disk with your library. Clean
          up the largest kinds below.
        </Alert>
      )}
      {storage.data !== undefined && <KindsTable kinds={storage.data.kinds} onChanged={again} />}
      <Limit onChanged={again} />
      {usage.data !== undefined && <RemoveHidden usage={usage.data} onRemoved={again} />}
      {storage.data !== undefined && <LibraryPlace storage={storage.data} onChanged={again} />}
    </Stack>
  );
}

function Limit({ onChanged }: { readonly onChanged: () => void }) {
  const resultsMegabytes = useSetting('resultsMegabytes');
  const update = useUpdateSettings();
  const { resultBytes } = useQuery(queries.library.usage.queryOptions()).data ?? { resultBytes: 0 };
  const limit = resultsMegabytes;
  /** The typed value; it counts when the field is left, since a lower limit removes results at once. */
  const [typed, setTyped] = useState<number | string>();

  function take(): void {
    const megabytes = typeof typed === 'number' ? Math.round(typed) : limit;
    setTyped(undefined);
    if (megabytes === limit || megabytes < LIMIT.min) return;
    update({ resultsMegabytes: Math.min(LIMIT.max, megabytes) }, onChanged);
  }

  return (
    <Stack gap="2xs">
      <NumberInput
        label="Space for results, MB"
        description={limitSentence(limit)}
        w={420}
        {...LIMIT}
        allowDecimal={false}
        thousandSeparator=","
        value={typed ?? limit}
        onChange={setTyped}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take();
        }}
      />
      <Progress
        w={420}
        size="sm"
        value={Math.min(100, (resultBytes / (limit * 1_000_000)) * 100)}
        aria-label="Space used by results"
      />
    </Stack>
  );
}

function RemoveHidden(props: { readonly usage: LibraryUsage; readonly onRemoved: () => void }) {
  const { usage, onRemoved } = props;
  const [isAsking, setAsking] = useState(false);
  const removal = useMutation(
    queries.library.removeHidden.mutationOptions({
      onSettled: () => setAsking(false),
      onSuccess: (removed) => {
        say(`${count(removed, 'result')} removed.`);
        onRemoved();
      },
    }),
  );
  const isNothing = usage.hiddenResultCount === 0;
  return (
    <Stack gap="2xs" align="flex-start">
      <Text size="sm" c="dimmed">
        {hiddenSentence(usage)}
      </Text>
      {removal.error !== null && (
        <ErrorNotice
          error={readError(removal.error)}
          actions={{ retry: () => removal.mutate(undefined) }}
          onClose={() => removal.reset()}
        />
      )}
      <Group gap="sm">
        {isAsking ? (
          <>
            <Button
              variant="filled"
              color="red.9"
              loading={removal.isPending}
              onClick={() => removal.mutate(undefined)}
              autoFocus
            >
              Remove permanently ({formatBytes(usage.hiddenResultBytes)})
            </Button>
            <Button onClick={() => setAsking(false)}>Cancel</Button>
          </>
        ) : (
          <Button disabled={isNothing} onClick={() => setAsking(true)}>
            Remove hidden results…
          </Button>
        )}
      </Group>
    </Stack>
  );
}
