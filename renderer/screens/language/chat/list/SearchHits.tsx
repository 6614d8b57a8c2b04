import { rem, Stack, Text, UnstyledButton } from '@mantine/core';
import type { SearchHit } from '../../../../../shared/contract/conversations.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { reloadFailed } from '../../../../core/backend/reload-failed.ts';
import { readError } from '../../../../core/backend/read-error.ts';
import { ErrorNotice } from '../../../../core/ui/ErrorNotice.tsx';
import { formatTime } from '../../../../core/ui/format.ts';
import { useNow } from '../../../../core/ui/use-now.ts';
import { matchQuery } from '../../../../../shared/language/search-words.ts';
import { useChat, useChatSession, useList } from '../session/index.ts';
import { useHits, useTitled } from './use-conversations.ts';
import { ConversationRow, CONVERSATION_ROW_HEIGHT } from './ConversationRow.tsx';
import shared from '../../../../core/ui/shared.module.css';
import classes from '../../Language.module.css';
import { QuietButton, SmallNote } from '../../../../core/ui/variants.ts';

/** Debounce of the search, ms. */
const PAUSE = 150;

export function SearchHits() {
  const search = useList((state) => state.search);
  const order = useList((state) => state.order);
  const [text] = useDebouncedValue(search, PAUSE);
  const found = useHits(text, order);
  const titles = useTitled(text);
  const openId = useChat((state) => state.conversationId);
  const hasWords = matchQuery(search) !== undefined;
  const error = found.error ?? titles.error;
  if (error !== null) {
    const retry = (): void => reloadFailed([found, { ...titles, reload: titles.refetch }]);
    return <ErrorNotice error={readError(error)} actions={{ retry }} />;
  }
  if (found.pages === undefined || titles.data === undefined) return null;
  const { rows: hits } = found;
  const titled = titles.data.entries;
  return (
    <div className={classes['rows']} tabIndex={0} role="region" aria-label="Search results">
      {titled.length > 0 && (
        <>
          <Heading>Titles</Heading>
          <div role="list" aria-label="Matching titles">
            {titled.map((entry) => (
              <div key={entry.id} role="listitem" style={{ height: rem(CONVERSATION_ROW_HEIGHT) }}>
                <ConversationRow entry={entry} isOpen={entry.id === openId} />
              </div>
            ))}
          </div>
          {hits.length > 0 && <Heading>Messages</Heading>}
        </>
      )}
      {hits.length === 0 && titled.length === 0 && (
        <Text c="dimmed" p="xs" role="status">
          {hasWords ? 'No message has these words.' : 'Type letters or digits to search for.'}
        </Text>
      )}
      <div role="list" aria-label="Matches">
        {hits.map((hit) => (
          <div key={hit.messageId} role="listitem">
            <Hit hit={hit} />
          </div>
        ))}
      </div>
      {found.hasMore && (
        <QuietButton fullWidth onClick={found.loadMore}>
          More matches
        </QuietButton>
      )}
    </div>
  );
}

function Heading({ children }: { readonly children: string }) {
  return (
    <SmallNote component="h2" fw={600} px="xs" pt="xs" pb="2xs">
      {children}
    </SmallNote>
  );
}

function Hit({ hit }: { readonly hit: SearchHit }) {
  const session = useChatSession();
  const now = useNow(60_000);
  const facts = [
    hit.role === 'user' ? 'You' : 'Answer',
    formatTime(hit.createdAt, now),
    ...(hit.isOnPath ? [] : ['on another branch']),
  ].join(', ');
  return (
    <Stack
      component={UnstyledButton}
      gap="3xs"
      w="100%"
      px="xs"
      py="2xs"
      className={shared['press'] ?? ''}
      onClick={() => void session.openMessage(hit.conversationId, hit.messageId)}
    >
      <Text truncate dir="auto">
        {hit.title === '' ? 'New conversation' : hit.title}
      </Text>
      <SmallNote lineClamp={3} dir="auto">
        {marked(hit)}
      </SmallNote>
      <Text span size="2xs" c="dimmed" truncate>
        {facts}
      </Text>
    </Stack>
  );
}

/** Renders text and marks; never HTML. */
function marked({ excerpt, marks }: SearchHit): React.ReactNode[] {
  const pieces: React.ReactNode[] = [];
  let from = 0;
  for (const [start, end] of marks) {
    pieces.push(excerpt.slice(from, start), <mark key={start}>{excerpt.slice(start, end)}</mark>);
    from = end;
  }
  pieces.push(excerpt.slice(from));
  return pieces;
}
