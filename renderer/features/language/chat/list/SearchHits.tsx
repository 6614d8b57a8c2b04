/** Messages that have the words, newest first or best first. */
import { Button, Text, UnstyledButton } from '@mantine/core';
import type { SearchHit } from '../../../../../shared/contract/conversations.ts';
import { formatTime } from '../../../../ui/format.ts';
import { useChatSession, useList, useListSession } from '../session/index.ts';
import classes from './List.module.css';

export function SearchHits() {
  const list = useListSession();
  const hits = useList((state) => state.hits);
  const hasMore = useList((state) => state.hitsAfter !== undefined);
  if (hits === undefined) return null;
  return (
    <div className={classes['rows']} role="list" aria-label="Matches" tabIndex={0}>
      {hits.length === 0 && (
        <Text size="sm" c="dimmed" p="md">
          No message has these words.
        </Text>
      )}
      {hits.map((hit) => (
        <div key={hit.messageId} role="listitem">
          <Hit hit={hit} />
        </div>
      ))}
      {hasMore && (
        <Button variant="subtle" fullWidth onClick={() => void list.loadMoreHits()}>
          More matches
        </Button>
      )}
    </div>
  );
}

function Hit({ hit }: { readonly hit: SearchHit }) {
  const session = useChatSession();
  return (
    <UnstyledButton
      className={classes['hit'] ?? ''}
      onClick={() => void session.openMessage(hit.conversationId, hit.messageId)}
    >
      <span className={classes['title']} dir="auto">
        {hit.title === '' ? 'New conversation' : hit.title}
      </span>
      <span className={classes['excerpt']} dir="auto">
        {marked(hit)}
      </span>
      <span className={classes['when']}>
        {hit.role === 'user' ? 'You' : 'Answer'} · {formatTime(hit.createdAt)}
        {!hit.isOnPath && ' · on another branch'}
      </span>
    </UnstyledButton>
  );
}

/** Pieces of text and marks; never HTML. */
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
