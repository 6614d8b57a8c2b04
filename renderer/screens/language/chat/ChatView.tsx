import { ActionIcon, Button, Group, Menu, Stack } from '@mantine/core';
import { IconChevronDown, IconColumns2, IconX } from '@tabler/icons-react';
import { memo, useEffect, useState } from 'react';
import { useFileIntake } from '../../../features/files/file-intake.ts';
import { prepareMarkdown } from '../../../markdown/engine/index.ts';
import { useIntent, useNavigation } from '../../../core/screen/navigation.ts';
import { Frame, Toolbar, ToolbarLine } from '../../../core/frame/Frame.tsx';
import { ScreenDocument } from '../../../core/frame/screen-document.tsx';
import { LanguageTabs } from '../LanguageTabs.tsx';
import { NextRequest } from '../request/NextRequest.tsx';
import { ModelPicker } from '../models/ModelPicker.tsx';
import { useModels } from '../models/use-models.ts';
import { Composer } from './composer/Composer.tsx';
import { focusComposer, focusSystemMessage, hasSystemMessage } from './focus.ts';
import { useModelId } from './composer/use-next.ts';
import { ConversationList } from './list/ConversationList.tsx';
import { ConversationItems, conversationTitle } from './list/ConversationItems.tsx';
import { NameDialog, type Naming } from './list/NameDialog.tsx';
import { ChatPanel } from './ChatPanel.tsx';
import {
  ChatProvider,
  besideModelsOf,
  changeConversation,
  copyConversation,
  removeConversation,
  saveConversation,
  useChat,
  useChatSession,
} from './session/index.ts';
import { Thread } from './thread/Thread.tsx';
import { useChatCommands } from './use-chat-commands.ts';
import { useCommands } from '../../../core/commands/commands.ts';
import { bindCommands } from '../../../core/commands/define-commands.ts';
import { CONVERSATION } from '../language-commands.ts';
import type { Conversation } from '../../../../shared/contract/conversations.ts';
import { QuietButton } from '../../../core/ui/variants.ts';

export function ChatView() {
  return (
    <ChatProvider>
      <Chat />
    </ChatProvider>
  );
}

function Chat() {
  const session = useChatSession();
  useEffect(() => prepareMarkdown(), []);
  // an intent for the other tab waits for that tab
  const isOrdered = useNavigation(({ intent }) => intent?.kind === 'show-message');
  useIntent((intent) => {
    if (intent.kind !== 'show-message') return;
    void session.openMessage(intent.conversationId, intent.messageId);
  }, isOrdered);
  useFileIntake({
    label: 'Drop pictures for the message',
    take: (files) => void session.addPictures(files),
    refuse: session.fail,
  });
  return (
    <Frame
      toolbar={
        <Toolbar label="Chat" end={<Exports />}>
          <LanguageTabs />
          <ToolbarLine />
          <Models />
        </Toolbar>
      }
      list={<ConversationList />}
      inspector={<ChatPanel />}
    >
      <Stack gap={0} h="100%">
        <Messages />
        <Composer />
      </Stack>
    </Frame>
  );
}

/** Memoized on its own: a conversation that begins renders nothing else. */
const Messages = memo(function Messages() {
  const conversationId = useChat((state) => state.conversationId);
  const [findingIn, setFindingIn] = useState<string>();
  const isFinding = findingIn !== undefined && findingIn === conversationId;
  const closeFind = () => {
    setFindingIn(undefined);
    focusComposer();
  };
  useChatCommands({ find: () => setFindingIn(conversationId) });
  return (
    <>
      <InFront />
      <Thread
        key={conversationId === undefined ? 'new' : 'one'}
        isFinding={isFinding}
        onFound={closeFind}
      />
    </>
  );
});

const InFront = memo(function InFront() {
  const session = useChatSession();
  const [naming, setNaming] = useState<Naming>();
  const conversation = useChat((state) => state.conversation);
  useConversationCommands({ rename: () => setNaming('title') });
  if (conversation === undefined) return null;
  return (
    <>
      <ScreenDocument name={conversationTitle(conversation)}>
        <ConversationItems
          entry={conversation}
          onName={setNaming}
          onRemove={() => {
            focusComposer();
            void removeConversation(session, conversation);
          }}
        />
      </ScreenDocument>
      {naming !== undefined && (
        <NameDialog
          key={naming}
          entry={conversation}
          naming={naming}
          onClose={() => setNaming(undefined)}
        />
      )}
    </>
  );
});

const Exports = memo(function Exports() {
  const session = useChatSession();
  const modelId = useModelId();
  const id = useChat((state) => state.conversationId);
  const save = (as: 'json' | 'markdown' | 'text') => (): void => {
    if (id !== undefined) void saveConversation(id, as);
  };
  return (
    <>
      <NextRequest load={() => session.nextRequest(modelId)} />
      <Menu position="bottom-end">
        <Menu.Target>
          <Button disabled={id === undefined} rightSection={<IconChevronDown size={16} />}>
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={save('markdown')}>Markdown…</Menu.Item>
          <Menu.Item onClick={save('text')}>Plain text…</Menu.Item>
          <Menu.Item onClick={save('json')}>All branches (JSON)…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
});

const Models = memo(function Models() {
  const session = useChatSession();
  const modelId = useModelId();
  const beside = useChat(besideModelsOf);
  /** Each model answers once. */
  const compare = (models: readonly string[], own = modelId): void =>
    session.compare([...new Set(models)].filter((each) => each !== own));
  return (
    <>
      <ModelPicker
        hasShortcut
        value={modelId}
        onChange={(model) => {
          void session.change({ model });
          compare(beside, model);
        }}
      />
      {beside.map((each, index) => (
        <Group key={each} component="span" gap={0} wrap="nowrap">
          <ModelPicker
            label={`Model ${index + 2}`}
            value={each}
            onChange={(model) => compare(beside.map((old) => (old === each ? model : old)))}
          />
          <ActionIcon
            size="sm"
            aria-label={`Remove model ${index + 2}`}
            onClick={() => compare(beside.filter((other) => other !== each))}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      ))}
      {beside.length < 3 && <AddModel />}
    </>
  );
});

function AddModel() {
  const session = useChatSession();
  const modelId = useModelId();
  const { models } = useModels();
  const beside = useChat(besideModelsOf);
  const besideId = models.find(
    ({ id, isOffered }) => isOffered && id !== modelId && !beside.includes(id),
  )?.id;
  return (
    <QuietButton
      data-tip="Another model answers the next message alongside this one"
      aria-label="Compare models"
      data-short
      leftSection={<IconColumns2 size={16} />}
      disabled={modelId === undefined || besideId === undefined}
      onClick={() => {
        if (modelId === undefined || besideId === undefined) return;
        void session.change({ model: modelId });
        session.compare([...beside, besideId]);
      }}
    >
      Compare models
    </QuietButton>
  );
}

function useConversationCommands({ rename }: { readonly rename: () => void }): void {
  const session = useChatSession();

  const conversation = () => session.store.getState().conversation;
  const withOpen = (act: (conversation: Conversation) => unknown) => ({
    obstacle: () => (conversation() === undefined ? 'Open a conversation first' : undefined),
    run() {
      const inFront = conversation();
      if (inFront !== undefined) void act(inFront);
    },
  });

  useCommands(
    bindCommands(CONVERSATION, {
      system: {
        obstacle: () => (hasSystemMessage() ? undefined : 'Show the conversation’s settings first'),
        run: focusSystemMessage,
      },
      rename: withOpen(rename),
      pin: withOpen(({ id, isPinned }) => changeConversation(id, { isPinned: !isPinned })),
      copy: withOpen(({ id }) => copyConversation(id, 'markdown')),
      export: withOpen(({ id }) => saveConversation(id, 'markdown')),
      delete: withOpen((shown) => {
        focusComposer();
        return removeConversation(session, shown);
      }),
    }),
  );
}
