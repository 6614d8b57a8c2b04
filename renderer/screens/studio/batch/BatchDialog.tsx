/** The dialog before a batch starts: its work, its cost, and the photos that are left out. */
import {
  Anchor,
  Button,
  Checkbox,
  Group,
  List,
  Loader,
  Modal,
  SegmentedControl,
  Stack,
  Text,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BatchRequest } from '../../../../shared/contract/batch.ts';
import type { AppError } from '../../../../shared/errors/app-error.ts';
import { backend, queries, readError } from '../../../base/backend/client.ts';
import { ErrorNotice } from '../../../base/ui/ErrorNotice.tsx';
import { count } from '../../../base/ui/format.ts';
import { SetPrice } from '../../../work/jobs/SetPrice.tsx';
import { photoIdsOf } from '../model/strip.ts';
import { type BatchDraft } from '../model/batch-store.ts';
import { batchTitle, describePlan, lacksPrice } from './batch-text.ts';
import { useBatches, useStrip, useStudio, useStudioSession } from '../session/index.ts';

type Detail = 'full' | 'reduced';

export default function BatchDialog() {
  const draft = useBatches((state) => state.draft);
  const close = useClose();
  return (
    <Modal
      opened={draft !== undefined}
      onClose={close}
      title={
        draft === undefined
          ? ''
          : `${batchTitle(draft.operation)}: ${count(draft.photoIds.length, 'photo')}`
      }
      size="lg"
    >
      {draft !== undefined && <Form draft={draft} />}
    </Modal>
  );
}

function useClose(): () => void {
  const session = useStudioSession();
  return () => session?.batches.forget();
}

function Form({ draft }: { readonly draft: BatchDraft }) {
  const close = useClose();
  const session = useStudioSession();
  const [detail, setDetail] = useState<Detail>('full');
  const [useStored, setUseStored] = useState(true);
  const [isStarting, setStarting] = useState(false);
  const [error, setError] = useState<AppError>();
  const request = requestOf(draft, detail);
  const query = useQuery({
    ...queries.batch.plan.queryOptions({ input: { request } }),
    staleTime: 0,
    gcTime: 0,
  });
  const plan = query.data;
  const shownError = error ?? (query.error === null ? undefined : readError(query.error));

  async function start(): Promise<void> {
    setStarting(true);
    setError(undefined);
    try {
      await session?.mixing.settle();
      await backend.batch.start({ request, stored: useStored ? 'use' : 'ignore' });
      close();
    } catch (thrown) {
      setError(readError(thrown));
    } finally {
      setStarting(false);
    }
  }

  return (
    <Stack gap="md">
      <AllPhotos draft={draft} />
      {draft.operation === 'remove-text' ? (
        <TextDetail detail={detail} onChange={setDetail} />
      ) : (
        <MaskNote />
      )}
      {plan === undefined && shownError === undefined && (
        <Group gap="xs">
          <Loader size={16} color="gray" />
          <Text size="sm" c="dimmed">
            Counting calls…
          </Text>
        </Group>
      )}
      {plan !== undefined && (
        <>
          <Text size="sm" role="status">
            {describePlan(plan, useStored)}{' '}
            {lacksPrice(plan, useStored) && (
              <SetPrice
                kind={draft.operation === 'remove-text' ? 'remove-text' : 'cleanup'}
                onLeave={close}
              />
            )}
          </Text>
          {plan.storedCalls > 0 && (
            <Checkbox
              size="sm"
              label={`Use ${count(plan.storedCalls, 'saved result')}`}
              checked={useStored}
              onChange={(event) => setUseStored(event.currentTarget.checked)}
            />
          )}
          {plan.leftOut.length > 0 && (
            <section aria-label="Left out">
              <Text size="sm" fw={500} mb={4}>
                {count(plan.leftOut.length, 'photo')} left out
              </Text>
              <List size="sm" mah={160} style={{ overflow: 'auto' }} tabIndex={0}>
                {plan.leftOut.map(({ photoId, reason }) => (
                  <List.Item key={photoId}>{reason}</List.Item>
                ))}
              </List>
            </section>
          )}
        </>
      )}
      {shownError !== undefined && (
        <ErrorNotice
          error={shownError}
          actions={{ retry: () => void (error === undefined ? query.refetch() : start()) }}
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button
          data-autofocus
          disabled={plan === undefined || plan.photos === 0}
          loading={isStarting}
          onClick={() => void start()}
        >
          Start
        </Button>
      </Group>
    </Stack>
  );
}

/** A link that selects all photos, where only some are selected. */
function AllPhotos({ draft }: { readonly draft: BatchDraft }) {
  const session = useStudioSession();
  const entries = useStrip((state) => state.entries);
  const all = photoIdsOf(entries);
  if (draft.photoIds.length >= all.length) return null;
  return (
    <Text size="sm" c="dimmed">
      {draft.photoIds.length} of {count(all.length, 'photo')} selected.{' '}
      <Anchor
        component="button"
        type="button"
        size="sm"
        c="inherit"
        td="underline"
        onClick={() => session?.batches.takeAll()}
      >
        Select all
      </Anchor>
    </Text>
  );
}

function TextDetail(props: {
  readonly detail: Detail;
  readonly onChange: (detail: Detail) => void;
}) {
  return (
    <Stack gap={6}>
      <SegmentedControl
        aria-label="Detail"
        value={props.detail}
        data={[
          { value: 'full', label: 'Full size, in tiles' },
          { value: 'reduced', label: 'Reduced, one call each' },
        ]}
        onChange={props.onChange}
      />
      <Text size="xs" c="dimmed">
        {props.detail === 'full'
          ? 'Sends each photo at full size, in overlapping tiles of up to 1024 × 1024 px. Only changed areas are replaced.'
          : 'Reduces each photo to fit 1024 × 1024 px. Filled areas will look softer, and small text may be missed.'}{' '}
        Photos of up to 1024 × 1024 px are sent as they are.
      </Text>
    </Stack>
  );
}

function MaskNote() {
  const name = useStudio((state) => state.photo?.name);
  return (
    <Text size="sm">
      Applies the mask of “{name}” to every photo, scaled to fit. Masks painted on the photos don’t
      change.
    </Text>
  );
}

function requestOf({ operation, photoIds, maskPhotoId }: BatchDraft, detail: Detail): BatchRequest {
  if (operation === 'remove-text') return { operation, photoIds, detail };
  return { operation, photoIds, maskPhotoId: maskPhotoId ?? photoIds[0] ?? '' };
}
