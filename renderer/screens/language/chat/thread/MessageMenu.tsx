import { ActionIcon, Button, Code, Group, Menu, Modal, ScrollArea, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Message, PlainMessage } from '../../../../../shared/contract/conversations.ts';
import type { AnswerRun } from '../../../../../shared/contract/language.ts';
import { queries } from '../../../../core/backend/client.ts';
import { count, formatDayAndTime } from '../../../../core/ui/format.ts';
import { LazyMenu } from '../../../../core/ui/LazyMenu.tsx';
import { AnswerDetails } from '../../answers/AnswerDetails.tsx';
import { focusComposer } from '../focus.ts';
import { useChatSession } from '../session/index.ts';
import { SmallNote } from '../../../../core/ui/variants.ts';

type Dialog = 'details' | 'earlier' | 'delete';

export function MessageMenu(props: {
  readonly message: PlainMessage | Message;
  readonly copyAs: (as: 'markdown' | 'text') => void;
}) {
  const { message, copyAs } = props;
  const session = useChatSession();
  const [dialog, setDialog] = useState<Dialog>();
  const close = (): void => setDialog(undefined);
  const { run, id } = message;
  return (
    <>
      <LazyMenu
        button={
          <ActionIcon size="sm" aria-label="More actions for this message">
            <IconDots size={16} />
          </ActionIcon>
        }
      >
        <Menu.Item onClick={() => copyAs('markdown')}>Copy as Markdown</Menu.Item>
        <Menu.Item onClick={() => copyAs('text')}>Copy as plain text</Menu.Item>
        <Menu.Item onClick={() => session.beginEdit(message)}>Edit text</Menu.Item>
        {message.earlierTexts > 0 && (
          <Menu.Item onClick={() => setDialog('earlier')}>Earlier texts</Menu.Item>
        )}
        {run !== undefined && (
          <Menu.Item onClick={() => setDialog('details')}>Details and request</Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item onClick={() => setDialog('delete')}>Delete branch from here…</Menu.Item>
      </LazyMenu>
      {dialog === 'details' && run !== undefined && <Details run={run} onClose={close} />}
      {dialog === 'earlier' && (
        <Modal opened onClose={close} title="Earlier texts" size="lg">
          <EarlierTexts messageId={id} />
        </Modal>
      )}
      {dialog === 'delete' && (
        <Modal opened onClose={close} title="Delete branch">
          <DeleteBranch messageId={id} onDone={close} />
        </Modal>
      )}
    </>
  );
}

/** Reads the request again with the messages of that time. */
function Details({ run, onClose }: { readonly run: AnswerRun; readonly onClose: () => void }) {
  const request = useQuery(queries.language.request.queryOptions({ input: { runId: run.id } }));
  if (request.data === undefined) return null;
  return <AnswerDetails run={{ ...run, request: request.data }} isOpen onClose={onClose} />;
}

function EarlierTexts({ messageId }: { readonly messageId: string }) {
  const texts = useQuery(queries.conversations.earlierTexts.queryOptions({ input: { messageId } }));
  return (
    <ScrollArea.Autosize mah="60vh">
      {(texts.data ?? []).map(({ text, until }) => (
        <div key={until}>
          <SmallNote mt="sm">Until {formatDayAndTime(until)}</SmallNote>
          <Code block>{text}</Code>
        </div>
      ))}
    </ScrollArea.Autosize>
  );
}

function DeleteBranch(props: { readonly messageId: string; readonly onDone: () => void }) {
  const { messageId, onDone } = props;
  const session = useChatSession();
  const size = useQuery({
    ...queries.conversations.branchSize.queryOptions({ input: { messageId } }),
    staleTime: 0,
  });
  if (size.data === undefined) return null;
  const { messages, hidden } = size.data;
  return (
    <>
      <Text size="sm">
        Deletes {count(messages, 'message')}
        {hidden > 0 ? `, ${hidden} of them on other branches that you do not see now.` : '.'}
      </Text>
      <Group justify="flex-end" mt="md">
        <Button onClick={onDone}>Cancel</Button>
        <Button
          variant="filled"
          color="red.9"
          data-autofocus
          onClick={() => {
            onDone();
            focusComposer();
            void session.removeBranch(messageId);
          }}
        >
          Delete
        </Button>
      </Group>
    </>
  );
}
