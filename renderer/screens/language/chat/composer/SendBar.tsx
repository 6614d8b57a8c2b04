/** Memoized apart from the field, which must not render with it. */
import { Button, Group, Tooltip } from '@mantine/core';
import { IconPlayerStopFilled } from '@tabler/icons-react';
import { memo, useImperativeHandle, type Ref } from 'react';
import { useRunningAnswers } from '../../../../markdown/answers/index.ts';
import { useSetting } from '../../../../core/backend/settings.ts';
import { say } from '../../../../core/ui/say.ts';
import { useChat, useChatSession } from '../session/index.ts';
import { SEND_KEYS } from './send-keys.ts';
import { MessageCost } from './MessageCost.tsx';
import { AttachPictures } from './Pictures.tsx';
import { useNext } from './use-next.ts';

export interface SendBarOrders {
  /** Shows the reason if the message cannot be sent. */
  readonly send: () => void;
}

export function SendBar({ ref }: { readonly ref: Ref<SendBarOrders> }) {
  const next = useNext();
  return (
    <Group gap="xs" wrap="nowrap" ml="-xs">
      <AttachPictures />
      <MessageCost next={next} />
      <StopAnswers />
      <SendButton ref={ref} obstacle={next.obstacle} />
    </Group>
  );
}

const SendButton = memo(function SendButton(props: {
  readonly ref: Ref<SendBarOrders>;
  readonly obstacle: string | undefined;
}) {
  const { ref, obstacle } = props;
  const session = useChatSession();
  const chatEnterSends = useSetting('chatEnterSends');
  const isEmpty = useChat((state) => state.draft.trim() === '' && state.pictures.length === 0);
  const isSending = useChat((state) => state.isSending);
  const isDisabled = isEmpty || obstacle !== undefined;

  function send(): void {
    if (isEmpty) return;
    if (obstacle === undefined) void session.send();
    else say(obstacle);
  }

  useImperativeHandle(ref, () => ({ send }));
  return (
    <Tooltip
      label={
        obstacle ??
        (chatEnterSends ? 'Enter sends, Shift+Enter begins a line' : `${SEND_KEYS} sends`)
      }
    >
      <Button
        variant="filled"
        data-main
        aria-label="Send message"
        aria-busy={isSending}
        aria-disabled={isDisabled}
        data-disabled={isDisabled || undefined}
        onClick={send}
      >
        Send
      </Button>
    </Tooltip>
  );
});

const StopAnswers = memo(function StopAnswers() {
  const session = useChatSession();
  const conversationId = useChat((state) => state.conversationId);
  const isRunning = useRunningAnswers((running) =>
    [...running.values()].some((place) => place.conversationId === conversationId),
  );
  if (!isRunning) return null;
  return (
    <Button leftSection={<IconPlayerStopFilled size={16} />} onClick={() => void session.stop()}>
      Stop
    </Button>
  );
});
