/** Conversations with language models: their list, the messages, and the message that is being written. */
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconColumns2, IconX } from '@tabler/icons-react';
import { memo, useCallback, useEffect, useState } from 'react';
import { useFileIntake } from '../../../work/files/file-intake.ts';
import { prepareMarkdown } from '../../../texts/markdown/index.ts';
import { useIntent, useNavigation } from '../../../base/screen/navigation.ts';
import { LanguageHead } from '../models/LanguageHead.tsx';
import { ModelPicker } from '../models/ModelPicker.tsx';
import { useModels } from '../models/use-models.ts';
import classes from './Chat.module.css';
import { Composer } from './composer/Composer.tsx';
import { useAddPictures } from './composer/Pictures.tsx';
import { useModelId } from './composer/use-next.ts';
import { ConversationList } from './list/ConversationList.tsx';
import { NameDialog } from './list/NameDialog.tsx';
import { ChatPanel } from './panel/ChatPanel.tsx';
import { ChatProvider, useChat, useChatSession } from './session/index.ts';
import { Thread } from './thread/Thread.tsx';
import { useChatCommands } from './use-chat-commands.ts';
import { useConversationCommands } from './use-conversation-commands.ts';

export function ChatView() {
  return (
    <ChatProvider>
      <Chat />
    </ChatProvider>
  );
}

function Chat() {
  const session = useChatSession();
  const add = useAddPictures();
  useEffect(() => prepareMarkdown(), []);
  // an order for the other tab waits for it
  const isOrdered = useNavigation(({ intent }) => intent?.kind === 'show-message');
  useIntent((intent) => {
    if (intent.kind !== 'show-message') return;
    void session.openMessage(intent.conversationId, intent.messageId);
  }, isOrdered);
  useFileIntake({ label: 'Drop pictures for the message', take: add, refuse: session.fail });
  return (
    <div className={classes['chat']}>
      <LanguageHead>
        <Models />
      </LanguageHead>
      <ConversationList />
      <div className={classes['main']}>
        <Messages />
        <Composer />
      </div>
      <ChatPanel />
    </div>
  );
}

/** A part of its own, like the others: a conversation that begins draws nothing else again. */
const Messages = memo(function Messages() {
  const conversationId = useChat((state) => state.conversationId);
  const [findingIn, setFindingIn] = useState<string>();
  const isFinding = findingIn !== undefined && findingIn === conversationId;
  const closeFind = useCallback(() => setFindingIn(undefined), []);
  useChatCommands({ find: () => setFindingIn(conversationId) });
  return (
    <>
      <Renaming />
      <Thread
        key={conversationId === undefined ? 'new' : 'one'}
        isFinding={isFinding}
        onFound={closeFind}
      />
    </>
  );
});

/** The commands on the conversation in front, and the dialog of one of them. */
const Renaming = memo(function Renaming() {
  const [isOpen, setOpen] = useState(false);
  const conversation = useChat((state) => state.conversation);
  useConversationCommands({ rename: () => setOpen(true) });
  if (!isOpen || conversation === undefined) return null;
  return <NameDialog entry={conversation} naming="title" onClose={() => setOpen(false)} />;
});

/** The conversation's model, and those that answer beside it. */
const Models = memo(function Models() {
  const session = useChatSession();
  const modelId = useModelId();
  const beside = useChat((state) => state.besideModels);
  return (
    <>
      <ModelPicker
        hasShortcut
        value={modelId}
        onChange={(model) => void session.change({ model })}
      />
      {beside.map((each, index) => (
        <span key={each} className={classes['besideModel']}>
          <ModelPicker
            label={`Model ${index + 2}`}
            value={each}
            onChange={(model) =>
              session.setBesideModels([
                ...new Set(beside.map((old) => (old === each ? model : old))),
              ])
            }
          />
          <ActionIcon
            size="sm"
            aria-label={`Remove model ${index + 2}`}
            onClick={() => session.setBesideModels(beside.filter((other) => other !== each))}
          >
            <IconX size={16} />
          </ActionIcon>
        </span>
      ))}
      {beside.length < 3 && <AddModel />}
    </>
  );
});

/** Adds a model that answers beside the others. */
function AddModel() {
  const session = useChatSession();
  const modelId = useModelId();
  const { models } = useModels();
  const beside = useChat((state) => state.besideModels);
  const besideId = models.find(
    ({ id, isOffered }) => isOffered && id !== modelId && !beside.includes(id),
  )?.id;
  return (
    <Tooltip label="Another model answers the next message beside this one">
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconColumns2 size={16} />}
        disabled={modelId === undefined || besideId === undefined}
        onClick={() => {
          if (modelId === undefined || besideId === undefined) return;
          void session.change({ model: modelId });
          session.setBesideModels([...beside, besideId]);
        }}
      >
        Compare
      </Button>
    </Tooltip>
  );
}
