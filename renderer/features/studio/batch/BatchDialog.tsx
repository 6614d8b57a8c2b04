/** Before a batch starts: what it would do, what it costs, and what is left out. */
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
import { backend, queries, readError } from '../../../backend/client.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { photoIdsOf } from '../photos/strip.ts';
import { useStrip } from '../photos/strip-store.ts';
import { useStudio } from '../session/studio-store.ts';
import { useBatches, type BatchDraft } from './batch-store.ts';
import { batchTitle, countPhotos, describePlan } from './batch-text.ts';

type Detail = 'full' | 'reduced';

export function BatchDialog() {
  const draft = useBatches((state) => state.draft);
  return (
    <Modal
      opened={draft !== undefined}
      onClose={close}
      title={
        draft === undefined
          ? ''
          : `${batchTitle(draft.operation)}: ${countPhotos(draft.photoIds.length)}`
      }
      size="lg"
    >
      {draft !== undefined && <Form draft={draft} />}
    </Modal>
  );
}

function close(): void {
  useBatches.setState({ draft: undefined });
}

function Form({ draft }: { readonly draft: BatchDraft }) {
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
            Counting what would be sent
          </Text>
        </Group>
      )}
      {plan !== undefined && (
        <>
          <Text size="sm" role="status">
            {describePlan(plan, useStored)}
          </Text>
          {plan.storedCalls > 0 && (
            <Checkbox
              size="sm"
              label={`Take the ${plan.storedCalls} answers that are kept from before, for free`}
              checked={useStored}
              onChange={(event) => setUseStored(event.currentTarget.checked)}
            />
          )}
          {plan.leftOut.length > 0 && (
            <section aria-label="Left out">
              <Text size="sm" fw={500} mb={4}>
                {countPhotos(plan.leftOut.length)} left out
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
      {shownError !== undefined && <ErrorNotice error={shownError} />}
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

/** One step to everything, where only some photos are chosen. */
function AllPhotos({ draft }: { readonly draft: BatchDraft }) {
  const entries = useStrip((state) => state.entries);
  const all = photoIdsOf(entries);
  if (draft.photoIds.length >= all.length) return null;
  return (
    <Text size="sm" c="dimmed">
      {draft.photoIds.length} of {countPhotos(all.length)} chosen.{' '}
      <Anchor
        component="button"
        type="button"
        size="sm"
        c="inherit"
        td="underline"
        onClick={() => useBatches.setState({ draft: { ...draft, photoIds: all } })}
      >
        Take all
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
          { value: 'full', label: 'Full detail, in tiles' },
          { value: 'reduced', label: 'Reduced, one call each' },
        ]}
        onChange={props.onChange}
      />
      <Text size="xs" c="dimmed">
        {props.detail === 'full'
          ? 'Each photo is sent whole, at 1:1, in overlapping tiles of at most 1024 × 1024; only what changed is pasted back.'
          : 'Each photo is made smaller to 1024 × 1024; where text was, the result is less sharp.'}{' '}
        Photos of at most 1024 × 1024 are sent as they are.
      </Text>
    </Stack>
  );
}

function MaskNote() {
  const name = useStudio((state) => state.photo?.name);
  return (
    <Text size="sm">
      The mask of “{name}” is laid on each photo, scaled to its size. The batch has a copy of its
      own: what is painted on any of the photos, also on this one, stays as it is.
    </Text>
  );
}

function requestOf({ operation, photoIds, maskPhotoId }: BatchDraft, detail: Detail): BatchRequest {
  if (operation === 'remove-text') return { operation, photoIds, detail };
  return { operation, photoIds, maskPhotoId: maskPhotoId ?? photoIds[0] ?? '' };
}
