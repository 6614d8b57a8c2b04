/** The message that is being written, with its models, its size and its cost. */
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconPlayerStopFilled, IconSend2 } from '@tabler/icons-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { DEFAULT_SETTINGS } from '../../../../../shared/contract/default-settings.ts';
import { useSettings } from '../../../../backend/settings.ts';
import { useRunningAnswers } from '../../../../answers/index.ts';
import { describeShortcut, isApple } from '../../../../commands/shortcut.ts';
import { ErrorNotice } from '../../../../ui/ErrorNotice.tsx';
import { say } from '../../../../ui/say.ts';
import { GrowingTextarea } from '../../../../ui/GrowingTextarea.tsx';
import { useChat, useChatSession, useChatState } from '../session/index.ts';
import { AttachPictures, AttachedPictures } from './Pictures.tsx';
import { isComposing } from './composing.ts';
import classes from './Composer.module.css';
import { CostLine } from './CostLine.tsx';
import { useNext } from './use-next.ts';

export const COMPOSER_ID = 'chat-composer';

/** The keys that always send, as this system names them. */
export const SEND_KEYS = describeShortcut('Mod+Enter', isApple(navigator.platform)).join('+');

export function Composer() {
  const session = useChatSession();
  const stateNow = useChatState();
  const { chatEnterSends } = useSettings() ?? DEFAULT_SETTINGS;
  const draft = useChat((state) => state.draft);
  const pictures = useChat((state) => state.pictures);
  const isSending = useChat((state) => state.isSending);
  const error = useChat((state) => state.error);
  const conversationId = useChat((state) => state.conversationId);
  const isRunning = useRunningAnswers((running) =>
    [...running.values()].some((place) => place.conversationId === conversationId),
  );
  const next = useNext();
  const field = useRef<HTMLTextAreaElement>(null);
  const isComposingNow = useRef(false);
  const isEmpty = draft.trim() === '' && pictures.length === 0;

  useEffect(() => {
    field.current?.focus();
  }, [conversationId]);

  function send(): void {
    if (isEmpty) return;
    if (next.obstacle === undefined) void session.send();
    else say(next.obstacle);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event) || isComposingNow.current) return;
    const isMod = event.ctrlKey || event.metaKey;
    if (event.key === 'Enter') {
      const sends = isMod || (chatEnterSends && !event.shiftKey && !event.altKey);
      if (!sends) return;
      event.preventDefault();
      event.stopPropagation();
      send();
    } else if (event.key === 'ArrowUp' && stateNow().draft === '') {
      const last = stateNow().messages.findLast(({ role }) => role === 'user');
      if (last === undefined) return;
      event.preventDefault();
      session.beginEdit(last.id);
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      if (isRunning) void session.stop();
      else field.current?.blur();
    }
  }

  return (
    <div className={classes['composer']}>
      {error !== undefined && <ErrorNotice error={error} onClose={session.dismissError} />}
      <div className={classes['box']}>
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
          onCompositionStart={() => void (isComposingNow.current = true)}
          onCompositionEnd={() => void (isComposingNow.current = false)}
          onKeyDown={onKeyDown}
        />
        <div className={classes['bar']}>
          <AttachPictures />
          <CostLine next={next} />
          {isRunning && (
            <Button
              variant="default"
              leftSection={<IconPlayerStopFilled size={14} />}
              onClick={() => void session.stop()}
            >
              Stop
            </Button>
          )}
          <Tooltip
            label={
              next.obstacle ??
              (chatEnterSends ? 'Enter sends, Shift+Enter begins a line' : `${SEND_KEYS} sends`)
            }
          >
            <ActionIcon
              variant="filled"
              color="accent"
              aria-label="Send message"
              aria-busy={isSending}
              aria-disabled={isEmpty || next.obstacle !== undefined}
              data-disabled={isEmpty || next.obstacle !== undefined || undefined}
              onClick={send}
            >
              <IconSend2 size={17} />
            </ActionIcon>
          </Tooltip>
        </div>
      </div>
    </div>
  );
}
