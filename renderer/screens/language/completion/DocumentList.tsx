import { Button, Menu, Modal, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { DOCUMENT_LIMITS, type DocumentEntry } from '../../../../shared/contract/documents.ts';
import { queries } from '../../../core/backend/client.ts';
import { useScreen } from '../../../core/screen/screen-context.tsx';
import { readError } from '../../../core/backend/read-error.ts';
import { useLoadedPages } from '../../../features/rows/use-loaded-pages.ts';
import { useRunningAnswers } from '../../../markdown/answers/index.ts';
import { ErrorNotice } from '../../../core/ui/ErrorNotice.tsx';
import { formatTime } from '../../../core/ui/format.ts';
import { SearchField } from '../../../core/ui/SearchField.tsx';
import { useNow } from '../../../core/ui/use-now.ts';
import { useSearchText } from '../../../core/ui/search-text.ts';
import classes from '../Language.module.css';
import { ListEntry } from '../ListEntry.tsx';
import { documentTitle } from './document/document-title.ts';
import { useCompletion, useCompletionSession } from './session/index.ts';
import { NameForm } from '../../../core/ui/NameForm.tsx';
import { QuietButton } from '../../../core/ui/variants.ts';

export function RenameDocument(props: {
  readonly entry: Pick<DocumentEntry, 'id' | 'name'> | undefined;
  readonly onClose: () => void;
}) {
  const { entry, onClose } = props;
  const session = useCompletionSession();
  return (
    <Modal opened={entry !== undefined} onClose={onClose} title="Rename document" size="sm">
      {entry !== undefined && (
        <NameForm
          first={entry.name}
          maxLength={DOCUMENT_LIMITS.nameCharacters}
          description="Without a name, its first words are shown."
          canBeEmpty
          label="Rename"
          onClose={onClose}
          onName={(name) => {
            void session.rename(entry.id, name);
            onClose();
          }}
        />
      )}
    </Modal>
  );
}

const PAGE = 100;

const entriesOf = ({ entries }: { readonly entries: readonly DocumentEntry[] }) => entries;

export function DocumentList() {
  const session = useCompletionSession();
  const openId = useCompletion((state) => state.document?.id);
  const sought = useSearchText();
  const { text: search } = sought;
  const [renamed, setRenamed] = useState<DocumentEntry>();
  const { isInFront } = useScreen();
  const list = useLoadedPages(
    queries.documents.list.infiniteOptions({
      input: (after: string | undefined) => ({
        limit: PAGE,
        ...(search === '' ? {} : { search }),
        ...(after === undefined ? {} : { after }),
      }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.after,
      enabled: isInFront,
    }),
    entriesOf,
  );
  const { pages, rows: entries, error } = list;
  const onEntries = useEffectEvent((listed: readonly DocumentEntry[]) => session.noteList(listed));
  useEffect(() => {
    if (pages !== undefined) onEntries(entries);
  }, [pages, entries]);
  return (
    <Stack component="nav" gap={0} flex="1 1 0" mih={0} aria-label="Documents">
      <Stack gap="xs" p="xs">
        <Button
          justify="flex-start"
          leftSection={<IconPlus size={16} />}
          onClick={() => void session.create()}
        >
          New document
        </Button>
        <SearchField
          label="Search documents"
          placeholder="Search"
          maxLength={DOCUMENT_LIMITS.searchCharacters}
          sought={sought}
        />
      </Stack>
      {error !== null && <ErrorNotice error={readError(error)} actions={{ retry: list.reload }} />}
      {pages !== undefined && entries.length === 0 && (
        <Text c="dimmed" p="xs" role="status">
          {search === '' ? 'No documents yet.' : `No document has “${search}”.`}
        </Text>
      )}
      <Stack component="ul" gap="2xs" className={classes['rows'] ?? ''} aria-label="Documents">
        {entries.map((entry) => (
          <EntryRow
            key={entry.id}
            entry={entry}
            isOpen={entry.id === openId}
            onRename={() => setRenamed(entry)}
          />
        ))}
      </Stack>
      {list.hasMore && (
        <QuietButton loading={list.isLoadingMore} onClick={() => list.loadMore()}>
          Show more
        </QuietButton>
      )}
      <RenameDocument entry={renamed} onClose={() => setRenamed(undefined)} />
    </Stack>
  );
}

function EntryRow(props: {
  readonly entry: DocumentEntry;
  readonly isOpen: boolean;
  readonly onRename: () => void;
}) {
  const { entry, isOpen, onRename } = props;
  const session = useCompletionSession();
  const isRunning = useRunningAnswers((running) =>
    [...running.values()].some(({ documentId }) => documentId === entry.id),
  );
  const time = formatTime(entry.changedAt, useNow(60_000));
  return (
    <li>
      <ListEntry
        title={documentTitle(entry)}
        facts={[time, ...(entry.name === '' || entry.excerpt === '' ? [] : [entry.excerpt])].join(
          ', ',
        )}
        isOpen={isOpen}
        isRunning={isRunning}
        onOpen={() => void session.open(entry.id)}
      >
        <Menu.Item onClick={onRename}>Rename…</Menu.Item>
        <Menu.Item onClick={() => void session.saveAs(entry.id, 'text')}>Save as text…</Menu.Item>
        <Menu.Item onClick={() => void session.saveAs(entry.id, 'json')}>
          Save as JSON, with all versions…
        </Menu.Item>
        <Menu.Item onClick={() => void session.remove(entry)}>Delete</Menu.Item>
      </ListEntry>
    </li>
  );
}
