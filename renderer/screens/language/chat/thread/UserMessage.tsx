import { Stack, Text, Box, Group } from '@mantine/core';
import { IconCopy, IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../../core/ui/IconButton.tsx';
import type { Message } from '../../../../../shared/contract/conversations.ts';
import { useChat, useChatSession } from '../session/index.ts';
import { copyMessage } from './copy.ts';
import { EditForm } from './EditForm.tsx';
import { MessageMenu } from './MessageMenu.tsx';
import type { MessagePicture } from '../../../../../shared/contract/language.ts';
import shared from '../../../../core/ui/shared.module.css';
import classes from '../Chat.module.css';

export function UserMessage(props: { readonly message: Message; readonly children?: ReactNode }) {
  const { message, children } = props;
  const session = useChatSession();
  const edit = useChat(({ edits }) => edits[message.id]);
  return (
    <Stack
      component="article"
      gap={0}
      align="flex-end"
      pb="2xs"
      className={classes['user'] ?? ''}
      aria-label="Your message"
    >
      {edit !== undefined ? (
        <EditForm message={message} text={edit} />
      ) : (
        <>
          <MessagePictures pictures={message.pictures} />
          {message.text !== '' && (
            <Text
              component="div"
              size="md"
              maw="85%"
              px="sm"
              py="xs"
              bg="var(--gesso-fill)"
              bdrs="lg"
              className={shared['text'] ?? ''}
              data-message-text={message.id}
              dir="auto"
            >
              {message.text}
            </Text>
          )}
        </>
      )}
      <footer className={classes['line']} hidden={edit !== undefined}>
        {children}
        <IconButton
          label="Edit message"
          icon={<IconPencil size={16} />}
          size="sm"
          onClick={() => session.beginEdit(message)}
        />
        <IconButton
          label="Copy message"
          icon={<IconCopy size={16} />}
          size="sm"
          onClick={() => void copyMessage(message, 'markdown')}
        />
        <MessageMenu message={message} copyAs={(as) => void copyMessage(message, as)} />
      </footer>
    </Stack>
  );
}

function MessagePictures({ pictures }: { readonly pictures: readonly MessagePicture[] }) {
  if (pictures.length === 0) return null;
  return (
    <Group gap="2xs" justify="flex-end" mb="2xs">
      {pictures.map(({ photoId, longestSide }, index) => (
        <Box
          component="img"
          key={photoId}
          maw="calc(0.5 * var(--gesso-inspector))"
          mah="calc(2 * var(--gesso-number))"
          bdrs="md"
          src={`/media/photo-thumbnails/${encodeURIComponent(photoId)}`}
          alt={`Picture ${index + 1}`}
          data-tip={`Sent with at most ${longestSide} px on its longer side`}
        />
      ))}
    </Group>
  );
}
