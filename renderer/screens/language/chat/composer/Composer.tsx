import { Box, Stack } from '@mantine/core';
import { memo, useEffect, useRef, type KeyboardEvent } from 'react';
import { useSetting } from '../../../../core/backend/settings.ts';
import { ErrorNotice } from '../../../../core/ui/ErrorNotice.tsx';
import { GrowingTextarea } from '../../../../core/ui/GrowingTextarea.tsx';
import { runningIds } from '../model/path.ts';
import { useChat, useChatSession } from '../session/index.ts';
import { AttachedPictures } from './Pictures.tsx';
import { COMPOSER_ID, CONVERSATIONS_ID } from '../focus.ts';
import classes from '../Chat.module.css';
import { SendBar, type SendBarOrders } from './SendBar.tsx';

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
    // keyboard users keep their place in the list
    if (document.activeElement?.id !== CONVERSATIONS_ID) field.current?.focus();
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
