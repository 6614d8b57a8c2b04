import { rem, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useRef, useState, type RefObject } from 'react';
import { keepPreviousData } from '@tanstack/react-query';
import type { ListedAnswer } from '../../../shared/contract/language.ts';
import { useCommands } from '../../core/commands/commands.ts';
import { backend, queries } from '../../core/backend/client.ts';
import { readError } from '../../core/backend/read-error.ts';
import { useUpdateScreenState } from '../../core/backend/settings.ts';
import { sayError } from '../../core/backend/say-error.ts';
import { showScreen, unlessLeft } from '../../core/screen/navigation.ts';
import { useScreen } from '../../core/screen/screen-context.tsx';
import { ErrorNotice } from '../../core/ui/ErrorNotice.tsx';
import { formatClock, formatDay } from '../../core/ui/format.ts';
import { TASKS } from './task-commands.ts';
import { say } from '../../core/ui/say.ts';
import { SearchField } from '../../core/ui/SearchField.tsx';
import { useSearchText } from '../../core/ui/search-text.ts';
import { Frame, Toolbar, ToolbarLine } from '../../core/frame/Frame.tsx';
import { useDayHeadings } from '../../features/rows/day-headings.ts';
import { useLoadedPages } from '../../features/rows/use-loaded-pages.ts';
import { Rows } from '../../features/rows/Rows.tsx';
import { NoRows } from '../../features/rows/NoRows.tsx';
import { ListChoice } from './list/TaskFilters.tsx';
import { describeAnswer, answerTitle } from './answer-words.ts';
import listClasses from '../../features/rows/List.module.css';
import shared from '../../core/ui/shared.module.css';
import { Segments } from '../../core/ui/Segments.tsx';
import { SmallButton } from '../../core/ui/variants.ts';

/** CSS pixels. */
const ROW_HEIGHT = 52;

const FILTERS: readonly { readonly value: AnswerFilter; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'running', label: 'Running' },
  { value: 'failed', label: 'Failed' },
];

const startOf = ({ createdAt }: ListedAnswer): number => createdAt;

export function AnswerList() {
  const [show, setShow] = useState<AnswerFilter>('all');
  const sought = useSearchText();
  const { text } = sought;
  const search = useRef<HTMLInputElement>(null);
  useSearchCommand(search);
  const { pages, rows: answers, error, hasMore, loadMore, reload } = useAnswers(show, text);
  const days = useDayHeadings(answers, startOf);

  return (
    <Frame
      toolbar={
        <Toolbar label="Filters">
          <ListChoice />
          <ToolbarLine />
          <Segments aria-label="Show answers" data={FILTERS} value={show} onChange={setShow} />
          <SearchField
            ref={search}
            label="Search by title or model"
            placeholder="Title or model"
            sought={sought}
          />
        </Toolbar>
      }
    >
      <Stack gap={0} h="100%">
        {error !== null && (
          <ErrorNotice error={readError(error)} actionLabel="Try again" onAction={reload} />
        )}
        {pages !== undefined && answers.length === 0 ? (
          <NoRows words={show === 'all' && text === '' ? 'No answers yet.' : 'No answers match.'} />
        ) : (
          <Rows
            label="Answers"
            role="list"
            className={listClasses['rows']}
            count={answers.length}
            rowHeight={ROW_HEIGHT}
            headingOf={(index) => days[index]}
            keyOf={(index) => answers[index]?.id ?? index}
            loadMore={hasMore ? loadMore : undefined}
            renderRow={(index, start) => {
              const answer = answers[index];
              return (
                answer !== undefined && <AnswerRow key={answer.id} answer={answer} start={start} />
              );
            }}
          />
        )}
      </Stack>
    </Frame>
  );
}

function AnswerRow({ answer, start }: { readonly answer: ListedAnswer; readonly start: number }) {
  const { id, kind, state, model, createdAt, conversationId, messageId, error } = answer;
  const title = answerTitle(answer);
  const update = useUpdateScreenState();

  async function openDocument(): Promise<void> {
    const show = unlessLeft('language', (documentId: string) => {
      update({ languageTab: 'completion' });
      showScreen('language', { kind: 'show-document', documentId, runId: id });
    });
    const { documentId } = await backend.documents.ofAnswer({ runId: id });
    if (documentId === undefined) return say('No document has this answer.');
    show(documentId);
  }

  return (
    <div
      role="listitem"
      className={listClasses['row']}
      style={{ height: rem(ROW_HEIGHT), transform: `translateY(${start}px)` }}
    >
      <Stack component="span" gap="3xs" flex={1} miw={0}>
        <Text span size="sm" fw={500} truncate>
          {title}
        </Text>
        <Text span size="xs" c={error === undefined ? 'dimmed' : 'var(--gesso-negative)'} truncate>
          {[model, describeAnswer(answer), ...(error === undefined ? [] : [error.message])].join(
            ', ',
          )}
        </Text>
      </Stack>
      {state === 'running' && (
        <SmallButton
          aria-label={`Stop the answer in ${title}`}
          onClick={() => void backend.language.stop({ runId: id }).catch(sayError)}
        >
          Stop
        </SmallButton>
      )}
      {kind === 'completion' && (
        <SmallButton
          variant="subtle"
          aria-label={`Open ${title}`}
          onClick={() => void openDocument().catch(sayError)}
        >
          Open
        </SmallButton>
      )}
      {conversationId !== undefined && messageId !== undefined && (
        <SmallButton
          variant="subtle"
          aria-label={`Open ${title}`}
          onClick={() => {
            update({ languageTab: 'chat' });
            showScreen('language', { kind: 'show-message', conversationId, messageId });
          }}
        >
          Open
        </SmallButton>
      )}
      <span className={shared['figures']}>
        <span>
          <VisuallyHidden>{formatDay(createdAt)} </VisuallyHidden>
          {formatClock(createdAt)}
        </span>
      </span>
    </div>
  );
}

/** The same key as in every list of this screen. */
function useSearchCommand(search: RefObject<HTMLInputElement | null>): void {
  useCommands([{ ...TASKS.search, title: 'Search answers', run: () => search.current?.focus() }]);
}

const PAGE = 60;

type AnswerFilter = 'all' | 'running' | 'failed';

const answersOf = ({ answers }: { readonly answers: readonly ListedAnswer[] }) => answers;

/** @param text of title or model; empty for all */
function useAnswers(show: AnswerFilter, text: string) {
  const { isInFront } = useScreen();
  return useLoadedPages(
    queries.language.answers.infiniteOptions({
      input: (after: string | undefined) => ({ show, text, limit: PAGE, after }),
      initialPageParam: undefined,
      getNextPageParam: ({ after }) => after,
      enabled: isInFront,
      gcTime: 0,
      placeholderData: keepPreviousData,
    }),
    answersOf,
  );
}
