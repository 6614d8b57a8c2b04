/** Memoized apart from the field, which must not render with it. */
import { Button, Flex, Group, Text, Tooltip } from '@mantine/core';
import { IconPlayerStopFilled } from '@tabler/icons-react';
import { type Ref, memo, useImperativeHandle } from 'react';
import { useRunningAnswers } from '../../../../markdown/answers/index.ts';
import { useSetting } from '../../../../core/backend/settings.ts';
import { say } from '../../../../core/ui/say.ts';
import { focusComposer } from '../focus.ts';
import { useChat, useChatSession } from '../session/index.ts';
import { AttachPictures } from './Pictures.tsx';
import { type Next, useNext } from './use-next.ts';
import { formatCost } from '../../answers/answer-words.ts';
import { ContextSize } from '../../request/ContextSize.tsx';
import shared from '../../../../core/ui/shared.module.css';
import { formatNumber } from '../../../../core/ui/format.ts';
import { namedKeys } from '../../../../core/commands/shortcut-keys.ts';

export const SEND_KEYS = namedKeys('Mod+Enter').join('+');

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

function MessageCost({ next }: { readonly next: Next }) {
  const session = useChatSession();
  const { meter, withoutPictures } = next;
  if (meter === undefined) return <Flex flex={1} />;
  const { tokens, isEstimate, limit, share, over, drop } = meter;
  const size = limit === undefined ? '' : ` of ${formatNumber(limit)}`;
  const words = [
    `${isEstimate ? '≈ ' : ''}${formatNumber(tokens)}${size} tokens`,
    ...describeCost(next),
  ].join(', ');
  return (
    <Flex
      flex={1}
      wrap="wrap"
      rowGap="2xs"
      columnGap="xs"
      align="center"
      justify="flex-end"
      miw={0}
      className={shared['numbers'] ?? ''}
    >
      <ContextSize
        share={share}
        isOver={over > 0}
        hint={`${isEstimate ? 'Estimated' : 'Exact'} size of the next request${
          limit === undefined ? '' : ', and the context of the model'
        }. The answer’s length adds to it.`}
        words={words}
      />
      {over > 0 && (
        <>
          <Text span size="xs" c="var(--mantine-color-error)">
            Too long by about {formatNumber(over)} tokens
            {drop.length === 0 && ': shorten the message'}.
          </Text>
          {drop.length > 0 && (
            <Button size="compact-xs" onClick={() => session.store.setState({ leaveOut: drop })}>
              Leave out the oldest {drop.length}
            </Button>
          )}
        </>
      )}
      {withoutPictures.length > 0 && (
        <Text span size="xs" c="var(--mantine-color-error)">
          {withoutPictures.map(({ title }) => title).join(', ')}{' '}
          {withoutPictures.length === 1
            ? 'is not marked as taking pictures. Mark it'
            : 'are not marked as taking pictures. Mark them'}{' '}
          in the list of models, or remove the pictures.
        </Text>
      )}
    </Flex>
  );
}

/** Returns nothing in practice, where all is free. */
function describeCost({ cost, isPractice, models }: Next): readonly string[] {
  if (isPractice) return [];
  if (cost === undefined) return ['cost unknown'];
  const many = models.length > 1 ? ` for ${models.length} models` : '';
  if (cost.most === undefined) return [`${formatCost(cost.least)} + answer${many}`];
  return [`${formatCost(cost.least)} to ${formatCost(cost.most)}${many}`];
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
        (chatEnterSends ? 'Enter sends, Shift+Enter starts a new line' : `${SEND_KEYS} sends`)
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
    <Button
      leftSection={<IconPlayerStopFilled size={16} />}
      onClick={() => {
        focusComposer();
        void session.stop();
      }}
    >
      Stop
    </Button>
  );
});
