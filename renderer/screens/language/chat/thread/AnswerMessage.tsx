import { Box, Button, Group, Text } from '@mantine/core';
import { IconCopy, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../../core/ui/IconButton.tsx';
import type { Message, PlainMessage } from '../../../../../shared/contract/conversations.ts';
import { ErrorNotice } from '../../../../core/ui/ErrorNotice.tsx';
import { describeAnswerRun, endOf } from '../../answers/answer-words.ts';
import { useChat, useChatSession } from '../session/index.ts';
import { AnswerText } from './AnswerText.tsx';
import { copyMessage, copyText } from './copy.ts';
import { EditForm } from './EditForm.tsx';
import { MessageMenu } from './MessageMenu.tsx';
import { Thoughts } from './Thoughts.tsx';
import { WritingLine } from './WritingLine.tsx';
import { askToOpenLink } from '../../../../markdown/links/index.ts';
import type { MarkdownActions } from '../../../../markdown/engine/index.ts';
import classes from '../Chat.module.css';

export function AnswerMessage(props: {
  readonly message: PlainMessage | Message;
  readonly modelName: (modelId: string) => string;
  /** Set for answers side by side: switches to the path of this one. */
  readonly onPick?: (() => void) | undefined;
  readonly children?: ReactNode;
}) {
  const { message, modelName, onPick, children } = props;
  const session = useChatSession();
  const edit = useChat(({ edits }) => edits[message.id]);
  const { run, id } = message;
  const isRunning = run?.state === 'running';
  return (
    <Box component="article" pb="sm" aria-label="Answer">
      <header className={classes['line']}>
        <Text component="h2" size="xs" fw={600}>
          {message.model === undefined ? 'Answer' : modelName(message.model)}
        </Text>
        {message.continues !== undefined && (
          <Text span size="xs" c="dimmed">
            continued
          </Text>
        )}
        {run !== undefined && !isRunning && (
          <Text span size="xs" c="dimmed">
            {describeAnswerRun(run, message.choice, run.finishReasons.length)}
          </Text>
        )}
      </header>
      <Thoughts message={message} />
      {edit !== undefined ? (
        <EditForm message={message} text={edit} />
      ) : (
        <Box fz="md" data-message-text={id}>
          <AnswerText message={message} actions={MARKDOWN_ACTIONS} />
        </Box>
      )}
      {isRunning && <WritingLine run={run} />}
      <Ending message={message} />
      {!isRunning && (
        <footer className={classes['line']}>
          {children}
          {message.text !== '' && (
            <IconButton
              label="Copy answer"
              icon={<IconCopy size={16} />}
              size="sm"
              onClick={() => void copyMessage(message, 'markdown')}
            />
          )}
          <IconButton
            label="Regenerate"
            tip="Another answer on a branch of its own"
            icon={<IconRefresh size={16} />}
            size="sm"
            onClick={() => void session.regenerate(id)}
          />
          <MessageMenu message={message} copyAs={(as) => void copyMessage(message, as)} />
          {onPick !== undefined && message.text !== '' && (
            <Button size="compact-xs" onClick={onPick}>
              Go on with this answer
            </Button>
          )}
        </footer>
      )}
    </Box>
  );
}

function Ending({ message }: { readonly message: PlainMessage }) {
  const session = useChatSession();
  const end = endOf(message);
  const error = message.run?.error;
  if (end === undefined) return null;
  const retry = () => void session.regenerate(message.id);
  const goOn = () => void session.continueAnswer(message.id);
  if (error !== undefined) {
    return (
      <Box py="2xs">
        <ErrorNotice
          error={error}
          actions={{ retry }}
          {...(end.canContinue
            ? { actionLabel: 'Continue', onAction: goOn }
            : error.action === 'retry'
              ? {}
              : { actionLabel: 'Try again', onAction: retry })}
        />
      </Box>
    );
  }
  return (
    <Group gap="xs" py="2xs">
      <Text size="xs" c="dimmed">
        {end.words}
      </Text>
      <Button size="compact-xs" onClick={end.canContinue ? goOn : retry}>
        {end.canContinue ? 'Continue' : 'Try again'}
      </Button>
    </Group>
  );
}

/** Asks before opening a link. */
const MARKDOWN_ACTIONS: MarkdownActions = {
  onLink: (address, text) => void askToOpenLink(address, text),
  copyCode: (text) => void copyText(text),
};
