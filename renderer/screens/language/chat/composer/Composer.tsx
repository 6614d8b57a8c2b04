import { Box, Stack, Button, Flex, Group, Text, ActionIcon, Select } from '@mantine/core';
import { memo, useEffect, useRef, useImperativeHandle, type KeyboardEvent, type Ref } from 'react';
import { useSetting } from '../../../../core/backend/settings.ts';
import { ErrorNotice } from '../../../../core/ui/ErrorNotice.tsx';
import { GrowingTextarea } from '../../../../core/ui/GrowingTextarea.tsx';
import { runningIds } from '../model/path.ts';
import { useChat, useChatSession, USUAL_SIDE } from '../session/index.ts';
import { COMPOSER_ID, CONVERSATIONS_ID, focusComposer, SYSTEM_MESSAGE_ID } from '../focus.ts';
import classes from '../Chat.module.css';
import { IconPlayerStopFilled, IconPhotoPlus, IconX } from '@tabler/icons-react';
import { useRunningAnswers } from '../../../../markdown/answers/index.ts';
import { say } from '../../../../core/ui/say.ts';
import { useNext, type Next } from './use-next.ts';
import { formatCost } from '../../answers/answer-words.ts';
import { ContextSize } from '../../request/ContextSize.tsx';
import shared from '../../../../core/ui/shared.module.css';
import { formatNumber } from '../../../../core/ui/format.ts';
import { namedKeys } from '../../../../core/commands/shortcut-keys.ts';
import { IconButton } from '../../../../core/ui/IconButton.tsx';
import { pickFiles } from '../../../../features/files/file-input.ts';
import { SmallButton, SmallNote } from '../../../../core/ui/variants.ts';

/** Longer side as sent, px. */
const SIDES = [512, 1024, 2048] as const;

const AttachPictures = memo(function AttachPictures() {
  const session = useChatSession();
  return (
    <IconButton
      label="Add pictures"
      tip="Add pictures, for models that you have marked as accepting them"
      icon={<IconPhotoPlus size={16} />}
      onClick={() => pickFiles((files) => void session.addPictures(files), undefined, true)}
    />
  );
});

const AttachedPictures = memo(function AttachedPictures() {
  const session = useChatSession();
  const pictures = useChat((state) => state.pictures);
  if (pictures.length === 0) return null;
  return (
    <Group gap="xs" py="2xs">
      {pictures.map(({ photoId }, index) => (
        <Box key={photoId} component="span" pos="relative">
          <Box
            component="img"
            display="block"
            h="var(--gesso-number)"
            bdrs="md"
            src={`/media/photo-thumbnails/${encodeURIComponent(photoId)}`}
            alt={`Picture ${index + 1}`}
          />
          <ActionIcon
            pos="absolute"
            top={0}
            right={0}
            size="sm"
            variant="default"
            aria-label={`Remove picture ${index + 1}`}
            onClick={() =>
              session.drafts.change({
                pictures: pictures.filter((each) => each.photoId !== photoId),
              })
            }
          >
            <IconX size={16} />
          </ActionIcon>
        </Box>
      ))}
      <SmallNote span>Sent with at most</SmallNote>
      <Select
        size="xs"
        w={96}
        aria-label="Longer side of the pictures"
        data={SIDES.map((side) => ({ value: String(side), label: `${side} px` }))}
        value={String(pictures[0]?.longestSide ?? USUAL_SIDE)}
        onChange={(side) =>
          session.drafts.change({
            pictures: pictures.map(({ photoId }) => ({ photoId, longestSide: Number(side) })),
          })
        }
      />
    </Group>
  );
});

export const SEND_KEYS = namedKeys('Mod+Enter').join('+');

interface SendBarOrders {
  /** Shows the reason if the message cannot be sent. */
  readonly send: () => void;
}

/** Memoized apart from the field, which must not render with it. */
function SendBar({ ref }: { readonly ref: Ref<SendBarOrders> }) {
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
            <SmallButton onClick={() => session.store.setState({ leaveOut: drop })}>
              Leave out the oldest {drop.length}
            </SmallButton>
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
    <Button
      data-tip={
        obstacle ??
        (chatEnterSends ? 'Enter sends, Shift+Enter starts a new line' : `${SEND_KEYS} sends`)
      }
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

export const Composer = memo(function Composer() {
  const session = useChatSession();
  const stateNow = session.store.getState;
  const chatEnterSends = useSetting('chatEnterSends');
  const draft = useChat((state) => state.draft);
  const error = useChat((state) => state.error);
  const conversationId = useChat((state) => state.conversationId);
  const field = useRef<HTMLTextAreaElement>(null);
  const bar = useRef<SendBarOrders>(null);

  useEffect(() => {
    // keyboard users keep their place in the list, and those who type their text
    const { id = '' } = document.activeElement ?? {};
    if (![CONVERSATIONS_ID, SYSTEM_MESSAGE_ID].includes(id)) field.current?.focus();
  }, [conversationId]);

  function onKeyDown(event: KeyboardEvent): void {
    const isMod = event.ctrlKey || event.metaKey;
    if (event.key === 'Enter') {
      const sends = isMod || (chatEnterSends && !event.shiftKey && !event.altKey);
      if (!sends) return;
      event.preventDefault();
      event.stopPropagation();
      bar.current?.send();
    } else if (event.key === 'ArrowUp' && stateNow().draft === '') {
      const last = stateNow().messages.findLast(({ role }) => role === 'user');
      if (last === undefined) return;
      event.preventDefault();
      session.beginEdit(last, true);
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      if (runningIds(stateNow().messages).length > 0) void session.stop();
      else field.current?.blur();
    }
  }

  return (
    <Stack
      gap="xs"
      align="center"
      flex="none"
      px="md"
      pt="xs"
      pb="md"
      className={classes['composer'] ?? ''}
      style={{ overflow: 'hidden', scrollbarGutter: 'stable' }}
    >
      {error !== undefined && (
        <ErrorNotice error={error} onClose={() => session.store.setState({ error: undefined })} />
      )}
      <Box
        pl="md"
        pr="xs"
        py="xs"
        bg="var(--gesso-sunken)"
        bdrs="lg"
        className={classes['box'] ?? ''}
      >
        <AttachedPictures />
        <GrowingTextarea
          ref={field}
          id={COMPOSER_ID}
          aria-label="Message"
          placeholder="Message"
          leastLines={1}
          mostLines={12}
          variant="unstyled"
          classNames={{ input: classes['input'] ?? '' }}
          value={draft}
          onChange={({ currentTarget }) => session.drafts.change({ draft: currentTarget.value })}
          onBlur={() => void session.drafts.flush().catch(session.fail)}
          onKeyDown={onKeyDown}
        />
        <SendBar ref={bar} />
      </Box>
    </Stack>
  );
});
