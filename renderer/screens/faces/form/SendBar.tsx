import { Paper, Text } from '@mantine/core';
import { IconInfoCircle, IconX } from '@tabler/icons-react';
import { IconButton } from '../../../core/ui/IconButton.tsx';
import { FACES } from '../commands/faces-commands.ts';
import shared from '../../../core/ui/shared.module.css';
import { RunSendBar } from '../../../features/runs/RunSendBar.tsx';
import { count } from '../../../core/ui/format.ts';
import { useUnshown } from '../../../viewer/stage/unshown.ts';
import { usePictureSlotState } from '../../../viewer/slots/index.ts';
import { useFaces, useFacesSession } from '../session/index.ts';

export function SendBar() {
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
        onClick={() => session.readConsent()}
      />
    </Paper>
  );
}
