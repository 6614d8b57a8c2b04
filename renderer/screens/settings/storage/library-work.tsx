import { Button, Group, Progress, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Storage, StorageWork } from '../../../../shared/contract/storage.ts';
import { backend, queries, readError } from '../../../core/backend/client.ts';
import { sayError } from '../../../core/backend/say-error.ts';
import { ErrorNotice } from '../../../core/ui/ErrorNotice.tsx';
import { SettingBlock, SettingRow } from '../../../core/ui/SettingRows.tsx';
import { accountsSentence, ORDER_SENTENCES, workSentence } from '../model/storage-words.ts';
import { Status } from '../../../core/ui/variants.ts';

/** Poll interval of running work, ms. */
const ASK_EVERY = 400;

export function act(work: () => Promise<unknown>, onChanged: () => void): void {
  work().then(onChanged, sayError);
}

export function useLibraryWork(onEnd: () => void) {
  const work = useQuery({
    ...queries.storage.work.queryOptions(),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? ASK_EVERY : false),
  });
  const state = work.data?.state;
  const ended = useEffectEvent(onEnd);
  useEffect(() => {
    if (state !== undefined && state !== 'running') ended();
  }, [state]);
  return {
    work: work.data ?? undefined,
    isBusy: state === 'running',
    begun: (): void => void work.refetch(),
  };
}

/** Shows the work of the next start if it is of these kinds, and why the last start did none. */
export function LibraryOrder(props: {
  readonly storage: Storage;
  readonly orders: readonly NonNullable<Storage['order']>[];
  readonly onChanged: () => void;
}) {
  const { storage, orders, onChanged } = props;
  const { order, failure } = storage;
  const forget = (): void => act(() => backend.storage.forgetOrder(), onChanged);
  if (order === undefined) {
    if (failure === undefined || !orders.includes('move')) return null;
    return (
      <SettingBlock>
        <ErrorNotice error={{ kind: 'storage', message: failure }} onClose={forget} />
      </SettingBlock>
    );
  }
  if (!orders.includes(order)) return null;
  return (
    <SettingBlock>
      <Group gap="xs" role="status">
        <Text size="sm" fw={600}>
          {ORDER_SENTENCES[order]}
          {storage.canRestart ? '' : ' Quit Gesso and start it again.'}
        </Text>
        {storage.canRestart && (
          <Button onClick={() => act(() => backend.storage.restart(), onChanged)}>
            Restart now
          </Button>
        )}
        <Button onClick={forget}>Don’t do it</Button>
      </Group>
    </SettingBlock>
  );
}

export function LibraryWork(props: {
  readonly work: StorageWork | undefined;
  readonly kinds: readonly StorageWork['kind'][];
  readonly onStopped: () => void;
}) {
  const { work, kinds, onStopped } = props;
  if (work === undefined || !kinds.includes(work.kind)) return null;
  if (work.error !== undefined) {
    return (
      <SettingBlock>
        <ErrorNotice error={work.error} />
      </SettingBlock>
    );
  }
  const brought = accountsSentence(work);
  return (
    <SettingBlock>
      <Status>{workSentence(work)}</Status>
      {brought !== undefined && <Text size="sm">{brought}</Text>}
      {work.state === 'running' && (
        <Group gap="sm">
          <Progress
            flex={1}
            value={work.total === 0 ? 0 : (work.done / work.total) * 100}
            aria-label="Copied so far"
          />
          <Button size="xs" onClick={() => act(() => backend.storage.stop(), onStopped)}>
            Stop
          </Button>
        </Group>
      )}
    </SettingBlock>
  );
}

/** Without a dialog of the host, shows a field for the path. */
export function PlaceAction(props: {
  readonly name: string;
  readonly line: string;
  readonly label: string;
  readonly field: string;
  readonly isBusy: boolean;
  readonly typesPlaces: boolean;
  readonly begin: (typed: string | undefined) => Promise<boolean>;
  readonly onBegun: () => void;
}) {
  const { name, line, label, field, isBusy, typesPlaces, begin, onBegun } = props;
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const start = useMutation({
    mutationFn: () => {
      const begun = begin(typesPlaces ? typed.trim() : undefined);
      // if the host asks for the path itself, the work has begun before the answer
      if (!typesPlaces) setTimeout(onBegun, ASK_EVERY);
      return begun;
    },
    onSuccess: () => setOpen(false),
    onSettled: onBegun,
  });
  return (
    <>
      <SettingRow name={name} line={line}>
        <Button
          disabled={isBusy}
          aria-expanded={typesPlaces ? isOpen : undefined}
          onClick={() => (typesPlaces ? setOpen(!isOpen) : start.mutate())}
        >
          {label}
        </Button>
      </SettingRow>
      {(isOpen || start.error !== null) && (
        <SettingBlock>
          {isOpen && (
            <Group gap="xs" align="flex-end">
              <TextInput
                label={field}
                flex={1}
                value={typed}
                onChange={(event) => setTyped(event.currentTarget.value)}
              />
              <Button
                disabled={isBusy || typed.trim() === ''}
                loading={start.isPending}
                onClick={() => start.mutate()}
              >
                Start
              </Button>
            </Group>
          )}
          {start.error !== null && (
            <ErrorNotice error={readError(start.error)} onClose={() => start.reset()} />
          )}
        </SettingBlock>
      )}
    </>
  );
}
