import { IconPinFilled } from '@tabler/icons-react';
import { memo, useState } from 'react';
import type { ConversationEntry } from '../../../../../shared/contract/conversations.ts';
import { useRunningAnswers } from '../../../../markdown/answers/index.ts';
import { formatTime } from '../../../../core/ui/format.ts';
import { useNow } from '../../../../core/ui/use-now.ts';
import { focusComposer } from '../focus.ts';
import { removeConversation, useChatSession } from '../session/index.ts';
import { ListEntry } from '../../ListEntry.tsx';
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
  const now = useNow(60_000);
  const time = formatTime(entry.changedAt, now);
  return (
    <>
      <ListEntry
        title={conversationTitle(entry)}
        facts={entry.folder === '' ? time : `${time}, ${entry.folder}`}
        mark={entry.isPinned && <IconPinFilled size={16} aria-label="Pinned" />}
        isOpen={isOpen}
        isRunning={isRunning}
        onOpen={() => void session.open(entry.id)}
      >
        <ConversationItems
          entry={entry}
          onName={setNaming}
          onRemove={() => {
            focusComposer();
            void removeConversation(session, entry);
          }}
        />
      </ListEntry>
      {naming !== undefined && (
        <NameDialog entry={entry} naming={naming} onClose={() => setNaming(undefined)} />
      )}
    </>
  );
});
