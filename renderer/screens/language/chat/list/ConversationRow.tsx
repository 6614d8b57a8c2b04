import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconDots, IconPinFilled } from '@tabler/icons-react';
import { memo, useState } from 'react';
import type { ConversationEntry } from '../../../../../shared/contract/conversations.ts';
import { useRunningAnswers } from '../../../../markdown/answers/index.ts';
import { formatTime } from '../../../../core/ui/format.ts';
import { LazyMenu } from '../../../../core/ui/LazyMenu.tsx';
import { useNow } from '../../../../core/ui/use-now.ts';
import { focusComposer } from '../focus.ts';
import { removeConversation, useChatSession } from '../session/index.ts';
import shared from '../../../../core/ui/shared.module.css';
import classes from '../../Language.module.css';
import { ConversationItems, conversationTitle } from './ConversationItems.tsx';
import { NameDialog, type Naming } from './NameDialog.tsx';

/** CSS pixels. */
export const CONVERSATION_ROW_HEIGHT = 48;

export const ConversationRow = memo(function ConversationRow(props: {
  readonly entry: ConversationEntry;
  readonly isOpen: boolean;
}) {
  const { entry, isOpen } = props;
  const session = useChatSession();
  const [naming, setNaming] = useState<Naming>();
  const isRunning = useRunningAnswers((running) =>
    [...running.values()].some(({ conversationId }) => conversationId === entry.id),
  );
  const title = conversationTitle(entry);
  const now = useNow(60_000);
  return (
    <div className={classes['row']} data-open={isOpen || undefined}>
      <UnstyledButton
        flex={1}
        miw={0}
        px="sm"
        aria-current={isOpen ? 'true' : undefined}
        onClick={() => void session.open(entry.id)}
      >
        <div className={shared['cut']} dir="auto">
          {title}
        </div>
        <span className={classes['when']}>
          {isRunning && (
            <span className={shared['dot']} role="img" aria-label="An answer is being written" />
          )}
          {entry.isPinned && <IconPinFilled size={16} aria-label="Pinned" />}
          {formatTime(entry.changedAt, now)}
          {entry.folder !== '' && `, ${entry.folder}`}
        </span>
      </UnstyledButton>
      <EntryMenu entry={entry} title={title} onName={setNaming} />
      {naming !== undefined && (
        <NameDialog entry={entry} naming={naming} onClose={() => setNaming(undefined)} />
      )}
    </div>
  );
});

const EntryMenu = memo(function EntryMenu(props: {
  readonly entry: ConversationEntry;
  readonly title: string;
  readonly onName: (naming: Naming) => void;
}) {
  const { entry, title, onName } = props;
  const session = useChatSession();
  return (
    <LazyMenu
      button={
        <ActionIcon
          size="sm"
          className={shared['more'] ?? ''}
          aria-label={`More actions for “${title}”`}
        >
          <IconDots size={16} />
        </ActionIcon>
      }
    >
      <ConversationItems
        entry={entry}
        onName={onName}
        onRemove={() => {
          focusComposer();
          void removeConversation(session, entry);
        }}
      />
    </LazyMenu>
  );
});
