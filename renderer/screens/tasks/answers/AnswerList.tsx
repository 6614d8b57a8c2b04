/** Answers of models: all that were asked for, newest first. */
import { Button, Group, SegmentedControl, Text, rem } from '@mantine/core';
import { useMemo, useRef, useState, type RefObject } from 'react';
import type { ListedAnswer } from '../../../../shared/contract/language.ts';
import { commandMaker } from '../../../base/commands/command-maker.ts';
import { useCommands } from '../../../base/commands/commands.ts';
import { backend } from '../../../base/backend/client.ts';
import { readError } from '../../../base/backend/read-error.ts';
import { useUpdateScreenState } from '../../../base/backend/screen-state.ts';
import { showScreen } from '../../../base/screen/navigation.ts';
import { ErrorNotice } from '../../../base/ui/ErrorNotice.tsx';
import { formatTime } from '../../../base/ui/format.ts';
import { say } from '../../../base/ui/say.ts';
import { SearchField } from '../../../base/ui/SearchField.tsx';
import { useSearchText } from '../../../base/ui/search-text.ts';
import { Rows } from '../../../work/rows/Rows.tsx';
import listClasses from '../../../work/rows/List.module.css';
import classes from '../Tasks.module.css';
import { describeAnswer, titleOf } from './answer-words.ts';
import { useAnswers, type AnswerFilter } from './use-answers.ts';

/** Height of a row, CSS pixels. */
const ROW_HEIGHT = 60;

const FILTERS: readonly { readonly value: AnswerFilter; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'running', label: 'Running' },
  { value: 'failed', label: 'Failed' },
];

export function AnswerList() {
  const [show, setShow] = useState<AnswerFilter>('all');
  const sought = useSearchText();
  const { text } = sought;
  const search = useRef<HTMLInputElement>(null);
  useSearchCommand(search);
  const {
    data,
    error,
    hasNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
    fetchNextPage,
    refetch,
  } = useAnswers(show, text);
  const answers = useMemo(() => data?.pages.flatMap((page) => page.answers) ?? [], [data]);
  const isMore = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;

  return (
    <>
      <Group px="md">
        <SegmentedControl
          aria-label="Show answers"
          data={[...FILTERS]}
          value={show}
          onChange={setShow}
        />
        <SearchField
          ref={search}
          label="Search by title or model"
          className={listClasses['search']}
          maxLength={200}
          sought={sought}
        />
      </Group>
      {error !== null && (
        <ErrorNotice
          error={readError(error)}
          actionLabel="Try again"
          onAction={() => void refetch()}
        />
      )}
      {data !== undefined && answers.length === 0 ? (
        <Group justify="center" className={listClasses['empty'] ?? ''}>
          <Text size="sm" c="dimmed">
            {show === 'all' && text === ''
              ? 'No answers yet. Answers of language models appear here.'
              : 'No answers match.'}
          </Text>
        </Group>
      ) : (
        <Rows
          label="Answers"
          role="list"
          className={listClasses['rows']}
          count={answers.length}
          rowHeight={ROW_HEIGHT}
          keyOf={(index) => answers[index]?.id ?? index}
          loadMore={isMore ? () => void fetchNextPage() : undefined}
          renderRow={(index, start) => {
            const answer = answers[index];
            return (
              answer !== undefined && <AnswerRow key={answer.id} answer={answer} start={start} />
            );
          }}
        />
      )}
    </>
  );
}

function AnswerRow({ answer, start }: { readonly answer: ListedAnswer; readonly start: number }) {
  const { id, kind, state, model, createdAt, conversationId, messageId, error } = answer;
  const title = titleOf(answer);
  const update = useUpdateScreenState();

  async function openDocument(): Promise<void> {
    const { documentId } = await backend.documents.ofAnswer({ runId: id });
    if (documentId === undefined) {
      say('No document has this answer.');
      return;
    }
    update({ languageTab: 'completion' });
    showScreen('language', { kind: 'show-document', documentId, runId: id });
  }

  return (
    <div
      role="listitem"
      className={listClasses['row']}
      style={{ height: rem(ROW_HEIGHT), transform: `translateY(${start}px)` }}
    >
      <span className={listClasses['main']}>
        <span className={classes['line']}>
          <Text span size="sm" truncate title={title}>
            {title}
          </Text>
        </span>
        <Text span size="xs" c={error === undefined ? 'dimmed' : 'red'} truncate>
          {model} · {describeAnswer(answer)}
          {error === undefined ? '' : ` · ${error.message}`}
        </Text>
      </span>
      <Text span size="xs" c="dimmed">
        {formatTime(createdAt)}
      </Text>
      {state === 'running' && (
        <Button
          size="compact-xs"
          aria-label={`Stop the answer in ${title}`}
          onClick={() => void backend.language.stop({ runId: id }).catch(failed)}
        >
          Stop
        </Button>
      )}
      {kind === 'completion' && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={`Open ${title}`}
          onClick={() => void openDocument().catch(failed)}
        >
          Open
        </Button>
      )}
      {conversationId !== undefined && messageId !== undefined && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={`Open ${title}`}
          onClick={() => {
            update({ languageTab: 'chat' });
            showScreen('language', { kind: 'show-message', conversationId, messageId });
          }}
        >
          Open
        </Button>
      )}
    </div>
  );
}

/** The key of every list of this screen. */
function useSearchCommand(search: RefObject<HTMLInputElement | null>): void {
  const command = commandMaker('tasks', 'Tasks');
  useCommands([command('search', 'Search answers', ['/', 'Mod+F'], () => search.current?.focus())]);
}

function failed(thrown: unknown): void {
  say(readError(thrown).message);
}
