/** One conversation of the list, with the actions on it. */
import { ActionIcon, Button, Group, Menu, Modal, TextInput, UnstyledButton } from '@mantine/core';
import { IconDots, IconPinFilled } from '@tabler/icons-react';
import { memo, useState } from 'react';
import type { ConversationEntry } from '../../../../../shared/contract/conversations.ts';
import { useRunningAnswers } from '../../../../texts/answers/index.ts';
import { formatTime } from '../../../../base/ui/format.ts';
import { LazyMenu } from '../../../../base/ui/LazyMenu.tsx';
import { useReturnFocus } from '../../../../base/ui/use-return-focus.ts';
import { focusComposer } from '../composer/focus-composer.ts';
import { useChatSession, useList, useListSession } from '../session/index.ts';
import classes from './List.module.css';

/** CSS pixels. */
export const ROW_HEIGHT = 46;

type Naming = 'title' | 'folder';

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
  const title = entry.title === '' ? 'New conversation' : entry.title;
  return (
    <div className={classes['row']} data-open={isOpen || undefined}>
      <UnstyledButton
        className={classes['open'] ?? ''}
        aria-current={isOpen ? 'true' : undefined}
        onClick={() => void session.open(entry.id)}
      >
        <span className={classes['title']} dir="auto">
          {title}
        </span>
        <span className={classes['when']}>
          {isRunning && (
            <span className={classes['dot']} role="img" aria-label="An answer is being written" />
          )}
          {entry.isPinned && <IconPinFilled size={11} aria-label="Pinned" />}
          {formatTime(entry.changedAt)}
          {entry.folder !== '' && ` · ${entry.folder}`}
        </span>
      </UnstyledButton>
      <EntryMenu entry={entry} title={title} isNaming={naming !== undefined} onName={setNaming} />
      {naming !== undefined && (
        <NameDialog entry={entry} naming={naming} onClose={() => setNaming(undefined)} />
      )}
    </div>
  );
});

const EntryMenu = memo(function EntryMenu(props: {
  readonly entry: ConversationEntry;
  readonly title: string;
  /** A dialog of the menu is open. */
  readonly isNaming: boolean;
  readonly onName: (naming: Naming) => void;
}) {
  const { entry, title, isNaming, onName } = props;
  const button = useReturnFocus(isNaming);
  const list = useListSession();
  return (
    <LazyMenu
      button={
        <ActionIcon
          ref={button}
          size="sm"
          className={classes['more'] ?? ''}
          aria-label={`More actions for “${title}”`}
        >
          <IconDots size={15} />
        </ActionIcon>
      }
    >
      <Menu.Item onClick={() => onName('title')}>Rename…</Menu.Item>
      <Menu.Item onClick={() => void list.change(entry.id, { isPinned: !entry.isPinned })}>
        {entry.isPinned ? 'Unpin' : 'Pin'}
      </Menu.Item>
      <Menu.Item onClick={() => onName('folder')}>Move to folder…</Menu.Item>
      <Menu.Divider />
      <Menu.Item onClick={() => void list.copy(entry.id, 'markdown')}>Copy as Markdown</Menu.Item>
      <Menu.Item onClick={() => void list.copy(entry.id, 'text')}>Copy as plain text</Menu.Item>
      <Menu.Item onClick={() => void list.save(entry.id, 'json')}>
        Export all branches (JSON)…
      </Menu.Item>
      <Menu.Item onClick={() => void list.save(entry.id, 'markdown')}>
        Export as Markdown…
      </Menu.Item>
      <Menu.Item onClick={() => void list.save(entry.id, 'text')}>Export as plain text…</Menu.Item>
      <Menu.Divider />
      <Menu.Item
        onClick={() => {
          focusComposer();
          void list.remove(entry);
        }}
      >
        Delete
      </Menu.Item>
    </LazyMenu>
  );
});

function NameDialog(props: {
  readonly entry: ConversationEntry;
  readonly naming: Naming;
  readonly onClose: () => void;
}) {
  const { entry, naming, onClose } = props;
  const list = useListSession();
  const folders = useList((state) => state.folders);
  const [text, setText] = useState(naming === 'title' ? entry.title : entry.folder);
  const isTitle = naming === 'title';
  function save(): void {
    onClose();
    void list.change(entry.id, isTitle ? { title: text.trim() } : { folder: text.trim() });
  }
  return (
    <Modal opened onClose={onClose} title={isTitle ? 'Rename conversation' : 'Move to folder'}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextInput
          data-autofocus
          label={isTitle ? 'Title' : 'Folder'}
          description={
            isTitle
              ? 'Empty: the first words of the conversation.'
              : 'A new name makes a folder. Empty: no folder.'
          }
          maxLength={isTitle ? 200 : 100}
          list={isTitle ? undefined : 'chat-folders'}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        {!isTitle && (
          <datalist id="chat-folders">
            {folders
              .filter(({ folder }) => folder !== '')
              .map(({ folder }) => (
                <option key={folder} value={folder} />
              ))}
          </datalist>
        )}
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Save</Button>
        </Group>
      </form>
    </Modal>
  );
}
