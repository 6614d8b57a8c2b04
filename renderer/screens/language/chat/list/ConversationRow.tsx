import { ActionIcon } from '@mantine/core';
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
import { EntryButton } from '../../EntryButton.tsx';
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
  const time = formatTime(entry.changedAt, now);
  return (
    <div className={classes['row']} data-open={isOpen || undefined}>
      <EntryButton
        title={title}
        facts={entry.folder === '' ? time : `${time}, ${entry.folder}`}
        isOpen={isOpen}
        isRunning={isRunning}
        onClick={() => void session.open(entry.id)}
      >
        {entry.isPinned && <IconPinFilled size={16} aria-label="Pinned" />}
      </EntryButton>
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
