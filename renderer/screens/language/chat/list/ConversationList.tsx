import {
  ActionIcon,
  Button,
  Loader,
  Menu,
  Select,
  Stack,
  Text,
  TextInput,
  rem,
  Group,
  Progress,
} from '@mantine/core';
import { IconDots, IconPlus, IconSearch } from '@tabler/icons-react';
import { memo, useMemo, useRef } from 'react';
import type { ConversationEntry } from '../../../../../shared/contract/conversations.ts';
import { formatDayOrMonth } from '../../../../core/ui/format.ts';
import { Rows } from '../../../../features/rows/Rows.tsx';
import { pickFiles } from '../../../../features/files/file-input.ts';
import { ErrorNotice } from '../../../../core/ui/ErrorNotice.tsx';
import { CONVERSATIONS_ID, focusComposer } from '../focus.ts';
import { importConversations, useChat, useChatSession, useList } from '../session/index.ts';
import { ConversationRow, CONVERSATION_ROW_HEIGHT } from './ConversationRow.tsx';
import { SearchHits } from './SearchHits.tsx';
import { useConversations, useFolders } from './use-conversations.ts';
import { readError } from '../../../../core/backend/read-error.ts';
import { useLoadedSteps } from '../../../../features/rows/use-loaded-steps.ts';
import { NOTHING_SELECTED, selectOnly } from '../../../../features/rows/selection.ts';
import type { ListSteps } from '../../../../features/rows/use-row-steps.ts';
import classes from '../../Language.module.css';
import { Segments } from '../../../../core/ui/Segments.tsx';
import { useStartOfToday } from '../../../../core/ui/use-now.ts';
import { SmallButton, SmallNote } from '../../../../core/ui/variants.ts';
import { choicesOf } from '../../../../core/ui/choices-of.ts';

export const SEARCH_ID = 'chat-search';

/** Filter value for all folders. */
const ALL = '\u0000all';

/** Filter value for conversations without a folder. */
const NONE = '\u0000none';

export const ConversationList = memo(function ConversationList() {
  const session = useChatSession();
  const search = useList((state) => state.search);
  const order = useList((state) => state.order);
  const folder = useList((state) => state.folder);
  const error = useList((state) => state.error);
  return (
    <Stack component="aside" gap={0} flex="1 1 0" mih={0} aria-label="Conversations">
      <Stack gap="xs" p="xs">
        <Button
          px="xs"
          justify="flex-start"
          leftSection={<IconPlus size={16} />}
          onClick={() => void session.open(undefined, folder)}
        >
          New conversation
        </Button>
        <TextInput
          id={SEARCH_ID}
          size="xs"
          aria-label="Search all conversations"
          placeholder="Search"
          maxLength={200}
          leftSection={<IconSearch size={16} />}
          rightSection={<ListMenu />}
          value={search}
          onChange={({ currentTarget }) => useList.setState({ search: currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && search !== '') {
              event.stopPropagation();
              useList.setState({ search: '' });
            }
          }}
        />
        {search.trim() === '' ? (
          <FolderFilter />
        ) : (
          <Segments
            fullWidth
            aria-label="Order of the matches"
            data={choicesOf({ newest: 'Newest first', best: 'Best match' })}
            value={order}
            onChange={(chosen) => useList.setState({ order: chosen })}
          />
        )}
      </Stack>
      <ImportBar />
      {error !== undefined && (
        <ErrorNotice error={error} onClose={() => useList.setState({ error: undefined })} />
      )}
      {search.trim() === '' ? <Entries /> : <SearchHits />}
    </Stack>
  );
});

function ListMenu() {
  const session = useChatSession();
  const isImporting = useList((state) => state.importing !== undefined);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          data-tip={isImporting ? 'Importing…' : 'Import'}
          size="sm"
          aria-label="More actions for conversations"
          aria-busy={isImporting}
        >
          {isImporting ? <Loader size={14} color="gray" /> : <IconDots size={16} />}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          disabled={isImporting}
          onClick={() =>
            pickFiles(([file]) => {
              if (file === undefined) return;
              const { conversationId: inFront } = session.store.getState();
              void (async () => {
                const first = await importConversations(file);
                const isLeft = session.store.getState().conversationId !== inFront;
                if (first !== undefined && !isLeft) await session.open(first);
              })();
            }, '.json,application/json')
          }
        >
          Import conversations (JSON)…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function FolderFilter() {
  const folders = useFolders();
  const folder = useList((state) => state.folder);
  if (folders.length === 0 && folder === undefined) return null;
  return (
    <Select
      size="xs"
      aria-label="Folder"
      data={[
        { value: ALL, label: 'All folders' },
        ...folders.map(({ folder: name, count }) => ({ value: name, label: `${name} (${count})` })),
        { value: NONE, label: 'No folder' },
      ]}
      value={folder === undefined ? ALL : folder === '' ? NONE : folder}
      onChange={(value) =>
        useList.setState({
          folder: value === ALL || value === null ? undefined : value === NONE ? '' : value,
        })
      }
    />
  );
}

function Entries() {
  const list = useConversations();
  const { pages, rows: entries, error } = list;
  const folder = useList((state) => state.folder);
  const openId = useChat((state) => state.conversationId);
  const steps = useConversationSteps(list);
  // the same number until midnight
  const today = useStartOfToday();
  const headings = useMemo(() => headingsOf(entries, today), [entries, today]);
  return (
    <Rows
      id={CONVERSATIONS_ID}
      label="Conversations"
      role="list"
      className={classes['rows']}
      handle={steps.rows}
      count={entries.length}
      rowHeight={CONVERSATION_ROW_HEIGHT}
      headingOf={(index) => headings[index]}
      keyOf={(index) => entries[index]?.id ?? index}
      loadMore={list.hasMore ? list.loadMore : undefined}
      onKeyDown={(event) => {
        steps.onKeyDown(event);
        if (event.key === 'Enter' && event.target === event.currentTarget) {
          event.preventDefault();
          focusComposer();
        }
      }}
      renderRow={(index, start) => {
        const entry = entries[index];
        return (
          entry !== undefined && (
            <div
              key={entry.id}
              role="listitem"
              style={{
                position: 'absolute',
                inset: '0 0 auto',
                transform: `translateY(${start}px)`,
                height: rem(CONVERSATION_ROW_HEIGHT),
              }}
            >
              <ConversationRow entry={entry} isOpen={entry.id === openId} />
            </div>
          )
        );
      }}
    >
      {error !== null && <ErrorNotice error={readError(error)} actions={{ retry: list.reload }} />}
      {pages !== undefined && entries.length === 0 && (
        <Text c="dimmed" p="xs">
          {folder === undefined ? 'No conversations yet.' : 'No conversations here.'}
        </Text>
      )}
    </Rows>
  );
}

/** Groups pinned conversations, then days and months. */
function headingsOf(
  entries: readonly ConversationEntry[],
  today: number,
): readonly (string | undefined)[] {
  const names = entries.map(({ isPinned, changedAt }) =>
    isPinned ? 'Pinned' : formatDayOrMonth(changedAt, today),
  );
  return names.map((name, index) => (name === names[index - 1] ? undefined : name));
}

/** Steps through the list by keys and opens each conversation. */
function useConversationSteps({
  rows,
  hasMore,
  loadNext,
}: ReturnType<typeof useConversations>): ListSteps<string> {
  const session = useChatSession();
  const chat = session.store.getState;
  /** Opened by a key but not in front yet: the next key continues from it. */
  const asked = useRef<string>(undefined);
  return useLoadedSteps(
    { rows, keyOf: ({ id }) => id, hasMore, read: loadNext },
    {
      view: () => useList.getState().folder,
      selection() {
        const id = asked.current ?? chat().conversationId;
        const index = rows.findIndex((entry) => entry.id === id);
        return id === undefined || index < 0 ? NOTHING_SELECTED : selectOnly({ key: id, index });
      },
      select({ focus }) {
        const id = focus?.key;
        asked.current = id;
        void session.open(id).finally(() => {
          if (asked.current === id) asked.current = undefined;
        });
      },
    },
  );
}

function ImportBar() {
  const importing = useList((state) => state.importing);
  if (importing === undefined) return null;
  const { name, fraction, stop } = importing;
  const percent = fraction === undefined ? undefined : Math.floor(fraction * 100);
  return (
    <Stack gap="xs" p="xs" role="status">
      <Group gap="2xs" wrap="nowrap" justify="space-between">
        <Text size="xs" truncate miw={0} flex={1}>
          Importing “{name}”
        </Text>
        <SmallNote>{percent === undefined ? '…' : `${percent} %`}</SmallNote>
        <SmallButton onClick={() => stop.abort()}>Stop</SmallButton>
      </Group>
      {percent !== undefined && <Progress size={3} value={percent} aria-label="Import" />}
    </Stack>
  );
}
