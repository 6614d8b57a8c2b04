import { Anchor, Button, Checkbox, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ErrorNotice } from '../../../core/ui/ErrorNotice.tsx';
import { count } from '../../../core/ui/format.ts';
import { SetPrice } from '../../../features/jobs/CostLine.tsx';
import { LeftOut } from '../../../features/recipes/LeftOut.tsx';
import { MaskPlace } from '../../../features/recipes/MaskPlace.tsx';
import { BATCH_NAMES, lacksPrice, planSentence, type BatchDraft } from '../model/studio-store.ts';

import { photoIdsOf } from '../model/strip.ts';
import { useStudio, useStudioSession } from '../session/index.ts';
import { Segments } from '../../../core/ui/Segments.tsx';
import { Note, SmallNote, Status } from '../../../core/ui/variants.ts';
import { choicesOf } from '../../../core/ui/choices-of.ts';

export default function BatchDialog() {
  const draft = useStudio((state) => state.batches.draft);
  const session = useStudioSession();
  return (
    <Modal
      opened={draft !== undefined}
      onClose={() => session?.batches.forget()}
      title={
        draft === undefined
          ? ''
          : `${BATCH_NAMES[draft.operation]}: ${count(draft.photoIds.length, 'photo')}`
      }
      size="lg"
    >
      {draft !== undefined && <Form draft={draft} />}
    </Modal>
  );
}

function Form({ draft }: { readonly draft: BatchDraft }) {
  const actions = useStudioSession()?.batches;
  const { plan, error, isStarting } = useStudio((state) => state.batches);
  const [useStored, setUseStored] = useState(true);
  const stored = useStored ? 'use' : 'ignore';
  const isWhole = plan !== undefined && plan.planned >= plan.files;
  const { operation, detail, placement } = draft;
  return (
    <Stack gap="md">
      <AllPhotos draft={draft} />
      {operation === 'remove-text' ? (
        <TextDetail detail={detail} onChange={(next) => actions?.change({ detail: next })} />
      ) : (
        <>
          <MaskNote />
          <MaskPlace
            placement={placement}
            onChange={(next) => actions?.change({ placement: next })}
          />
        </>
      )}
      {!isWhole && error === undefined && (
        <Group gap="xs">
          <Loader size={16} color="gray" />
          <Note>Counting calls…</Note>
        </Group>
      )}
      {isWhole && (
        <>
          <Status>
            {planSentence(plan, useStored)}{' '}
            {lacksPrice(plan, useStored) && (
              <SetPrice
                kind={operation === 'remove-text' ? 'remove-text' : 'cleanup'}
                onLeave={() => actions?.forget()}
              />
            )}
          </Status>
          {plan.storedCalls > 0 && (
            <Checkbox
              size="sm"
              label={`Use ${count(plan.storedCalls, 'saved result')}`}
              checked={useStored}
              onChange={(event) => setUseStored(event.currentTarget.checked)}
            />
          )}
          <LeftOut plan={plan} />
        </>
      )}
      {error !== undefined && (
        <ErrorNotice
          error={error}
          actions={{ retry: () => void (isWhole ? actions?.start(stored) : actions?.plan()) }}
        />
      )}
      <Group justify="flex-end">
        <Button onClick={() => actions?.forget()}>Cancel</Button>
        <Button
          variant="filled"
          data-autofocus
          disabled={!isWhole || plan.taking === 0}
          loading={isStarting}
          onClick={() => void actions?.start(stored)}
        >
          Start
        </Button>
      </Group>
    </Stack>
  );
}

function AllPhotos({ draft }: { readonly draft: BatchDraft }) {
  const session = useStudioSession();
  const entries = useStudio((state) => state.strip.entries);
  const all = photoIdsOf(entries);
  if (draft.photoIds.length >= all.length) return null;
  return (
    <Note>
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
    </Note>
  );
}

function TextDetail(props: {
  readonly detail: BatchDraft['detail'];
  readonly onChange: (detail: BatchDraft['detail']) => void;
}) {
  return (
    <Stack gap="2xs">
      <Segments
        aria-label="Detail"
        value={props.detail}
        data={choicesOf({ full: 'Full size, in tiles', reduced: 'Reduced, one call each' })}
        onChange={props.onChange}
      />
      <SmallNote>
        {props.detail === 'full'
          ? 'Sends each photo at full size, in overlapping tiles of up to 1024 × 1024 px. Only changed areas are replaced.'
          : 'Reduces each photo to fit 1024 × 1024 px. Filled areas will look softer, and small text may be missed.'}{' '}
        Photos of up to 1024 × 1024 px are sent as they are.
      </SmallNote>
    </Stack>
  );
}

function MaskNote() {
  const name = useStudio((state) => state.photo?.name);
  return (
    <Text size="sm">
      Applies the mask of “{name}” to every photo. Masks painted on the photos don’t change.
    </Text>
  );
}
