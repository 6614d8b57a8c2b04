import { Alert, Progress } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { LibraryUsage } from '../../../../shared/contract/library.ts';
import { backend, queries, readError } from '../../../core/backend/client.ts';
import { useSetting, useUpdateSettings } from '../../../core/backend/settings.ts';
import { ErrorNotice } from '../../../core/ui/ErrorNotice.tsx';
import { count, formatBytes } from '../../../core/ui/format.ts';
import {
  NumberSetting,
  SettingBlock,
  ConfirmedButton,
  SettingGroup,
  SettingRow,
} from '../../../core/ui/SettingRows.tsx';
import { say } from '../../../core/ui/say.ts';
import { hiddenSentence, limitSentence } from '../model/storage-words.ts';
import { KindRows } from '../storage/KindRows.tsx';
import type { Storage } from '../../../../shared/contract/storage.ts';
import {
  LibraryOrder,
  LibraryWork,
  PlaceAction,
  useLibraryWork,
} from '../storage/library-work.tsx';

/** Megabytes, as the settings accept them. */
const LIMIT = { min: 100, max: 1_000_000 } as const;

export function StorageSection() {
  // counted afresh each time the screen is opened
  const usage = useQuery({ ...queries.library.usage.queryOptions(), staleTime: 0 });
  const storage = useQuery({ ...queries.storage.read.queryOptions({ input: {} }), staleTime: 0 });
  function again(): void {
    void usage.refetch();
    void storage.refetch();
  }
  return (
    <>
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
        <Alert title="Disk space is low">
          Only {formatBytes(storage.data.freeBytes)} are free on the disk with your library. Clean
          up the largest kinds below.
        </Alert>
      )}
      <SettingGroup>
        {storage.data !== undefined && <KindRows kinds={storage.data.kinds} onChanged={again} />}
      </SettingGroup>
      <SettingGroup>
        <Limit onChanged={again} />
        {usage.data !== undefined && <RemoveHidden usage={usage.data} onRemoved={again} />}
      </SettingGroup>
      {storage.data !== undefined && (
        <LibraryLocationRow storage={storage.data} onChanged={again} />
      )}
    </>
  );
}

function LibraryLocationRow(props: { readonly storage: Storage; readonly onChanged: () => void }) {
  const { storage, onChanged } = props;
  const { work, begun, isBusy } = useLibraryWork(onChanged);
  return (
    <SettingGroup>
      <PlaceAction
        name="Folder of the library"
        line={`${storage.folder}, ${formatBytes(storage.freeBytes)} free`}
        label="Move library…"
        field="Empty folder for the library"
        isBusy={isBusy}
        typesPlaces={storage.typesPlaces}
        begin={(typed) => backend.storage.move({ typed })}
        onBegun={begun}
      />
      <LibraryOrder storage={storage} orders={['move']} onChanged={onChanged} />
      <LibraryWork work={work} kinds={['move']} onStopped={begun} />
    </SettingGroup>
  );
}

function Limit({ onChanged }: { readonly onChanged: () => void }) {
  const limit = useSetting('resultsMegabytes');
  const update = useUpdateSettings();
  const { resultBytes } = useQuery(queries.library.usage.queryOptions()).data ?? { resultBytes: 0 };
  return (
    <>
      <SettingRow name="Space for results" line={limitSentence(limit)} keywords="limit hidden">
        {(id, lineId) => (
          <NumberSetting
            id={id}
            lineId={lineId}
            unit="MB"
            {...LIMIT}
            value={limit}
            // a lower limit removes results at once
            onCommit={(megabytes) => update({ resultsMegabytes: megabytes }, onChanged)}
          />
        )}
      </SettingRow>
      <SettingBlock>
        <Progress
          value={Math.min(100, (resultBytes / (limit * 1_000_000)) * 100)}
          aria-label="Space used by results"
        />
      </SettingBlock>
    </>
  );
}

function RemoveHidden(props: { readonly usage: LibraryUsage; readonly onRemoved: () => void }) {
  const { usage, onRemoved } = props;
  const removal = useMutation(
    queries.library.removeHidden.mutationOptions({
      onSuccess: (removed) => {
        say(`${count(removed, 'result')} removed.`);
        onRemoved();
      },
    }),
  );
  return (
    <>
      <SettingRow name="Hidden results" line={hiddenSentence(usage)} keywords="remove deleted">
        <ConfirmedButton
          label="Remove hidden results…"
          confirmLabel={`Remove permanently (${formatBytes(usage.hiddenResultBytes)})`}
          isPending={removal.isPending}
          disabled={usage.hiddenResultCount === 0}
          onConfirm={() => removal.mutate(undefined)}
        />
      </SettingRow>
      {removal.error !== null && (
        <SettingBlock>
          <ErrorNotice
            error={readError(removal.error)}
            actions={{ retry: () => removal.mutate(undefined) }}
            onClose={() => removal.reset()}
          />
        </SettingBlock>
      )}
    </>
  );
}
