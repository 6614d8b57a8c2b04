import { Box, Group, Paper, Text } from '@mantine/core';
import { IconArrowsUpDown, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Size } from '../../../../shared/geometry/rect.ts';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { Inspector } from '../../../core/frame/Inspector.tsx';
import { Fold, Section } from '../../../core/ui/Form.tsx';
import { IconButton } from '../../../core/ui/IconButton.tsx';
import { blamed, isNoFace } from '../model/blame.ts';
import type { FaceSlot } from '../model/part.ts';
import { useFaces, useFacesSession } from '../session/index.ts';
import { FaceSource } from '../slots/FaceSource.tsx';
import { IMAGE_PARAMETERS } from '../../../../shared/parameters/image-parameters.ts';
import { ParameterFields } from '../../../core/ui/ParameterFields.tsx';
import { useKeyNames } from '../../../core/commands/shortcut-keys.ts';
import { FACES, FACE_BLEND } from '../commands/faces-commands.ts';
import shared from '../../../core/ui/shared.module.css';
import { RunSendBar } from '../../../features/runs/RunSendBar.tsx';
import { count } from '../../../core/ui/format.ts';
import { useUnshown } from '../../../viewer/stage/unshown.ts';
import { usePictureSlotState } from '../../../viewer/slots/index.ts';
import { ErrorNotice } from '../../../core/ui/ErrorNotice.tsx';
import { BlendActions, BlendFields, useBlendState } from '../../../viewer/blending/index.ts';
import { SmallNote } from '../../../core/ui/variants.ts';

export function FacesInspector(props: {
  readonly job: Job | undefined;
  readonly jobs: readonly Job[];
}) {
  const { nameWithKeys } = useKeyNames();
  const { job, jobs } = props;
  const session = useFacesSession();
  const blame = useMemo(
    () => (job !== undefined && isNoFace(job) ? { place: blamed(job, jobs) } : undefined),
    [job, jobs],
  );
  const source = (place: FaceSlot) => (
    <FaceSource
      place={place}
      failed={
        blame !== undefined && (blame.place === undefined || blame.place === place)
          ? job
          : undefined
      }
      isSure={blame?.place !== undefined}
    />
  );
  return (
    <Inspector label="Settings" title="Settings" footer={<SendBar />}>
      <Section>
        {source('face')}
        <Group gap="sm" wrap="nowrap" pl="sm" my="calc(-1 * var(--gesso-space-2xs))">
          <IconButton
            label={FACES.swap.title}
            tip={nameWithKeys(FACES.swap.title, FACES.swap)}
            icon={<IconArrowsUpDown size={16} />}
            size="sm"
            onClick={() => session.slotActions.swap()}
          />
          <Box flex={1} h="1px" bg="var(--gesso-line)" />
        </Group>
        {source('picture')}
      </Section>
      <AdvancedFields />
      <ThisResult job={job} />
    </Inspector>
  );
}

function ThisResult({ job }: { readonly job: Job | undefined }) {
  const { blending } = useFacesSession();
  const open = useBlendState(blending, (state) => state.open);
  const error = useBlendState(blending, (state) => state.error);
  if (error !== undefined) {
    return (
      <Section>
        <ErrorNotice error={error} onClose={() => blending.dismissError()} />
      </Section>
    );
  }
  if (open === undefined || job === undefined || open.output.jobId !== job.id) return null;
  const { returned, rect } = open.described;
  return (
    <Section title="This result" actions={<BlendActions session={blending} />}>
      <BlendFields session={blending} commands={FACE_BLEND} hasSoftEdge />
      <SizeNote returned={returned} place={{ width: rect.width, height: rect.height }} />
    </Section>
  );
}

/** A returned picture that had to be enlarged is softer than its surroundings. */
function SizeNote({ returned, place }: { readonly returned: Size; readonly place: Size }) {
  const factor = Math.max(place.width / returned.width, place.height / returned.height);
  if (factor < 1.05) return null;
  return (
    <SmallNote>
      The service returned {returned.width} × {returned.height} px for {place.width} ×{' '}
      {place.height} px, so the face may look softer. A smaller crop keeps more detail.
    </SmallNote>
  );
}

function SendBar() {
  'use no memo'; // asks the session, whose answers change with the state below
  const session = useFacesSession();
  useFaces((state) => state.crops);
  useFaces((state) => state.more);
  useUnshown();
  const face = usePictureSlotState(session.slots.face);
  const picture = usePictureSlotState(session.slots.picture);
  const isSending = useFaces((state) => state.isSending);
  const error = useFaces((state) => state.error);
  const calls = session.requests().length;
  const counts = session.counts();
  return (
    <RunSendBar
      keys={FACES.send}
      runs={session.runs}
      kind="merge-face"
      calls={calls}
      error={error}
      obstacle={session.obstacle()}
      isSending={isSending}
      isQuiet={face.isOpening || picture.isOpening}
      onSend={() => void session.send()}
      note={<Consent />}
    >
      {calls > 1
        ? `Merge ${count(counts.face, 'face')} into ${count(counts.picture, 'picture')}`
        : 'Merge faces'}
    </RunSendBar>
  );
}

function Consent() {
  const session = useFacesSession();
  const isRead = useFaces((state) => state.isConsentRead);
  const isRestored = useFaces((state) => state.isRestored);
  if (isRead || !isRestored) return null;
  return (
    <Paper
      component="section"
      className={shared['line'] ?? ''}
      px="sm"
      py="xs"
      bg="var(--gesso-hover)"
      aria-label="Consent"
    >
      <IconInfoCircle size={16} />
      <Text size="xs" flex={1}>
        Use only faces of people who have agreed.
      </Text>
      <IconButton
        label="Got it"
        icon={<IconX size={16} />}
        size="sm"
        onClick={() => session.store.setState({ isConsentRead: true })}
      />
    </Paper>
  );
}

function AdvancedFields() {
  const session = useFacesSession();
  const responseType = useFaces((state) => state.responseType);
  return (
    <Fold title="Advanced" summary={IMAGE_PARAMETERS.responseType.labels[responseType]}>
      <ParameterFields
        table={IMAGE_PARAMETERS}
        names={['responseType']}
        form={{ responseType }}
        onChange={session.change}
      />
    </Fold>
  );
}
