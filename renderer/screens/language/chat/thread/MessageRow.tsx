import { Box, Button, Group, SimpleGrid, Text, ActionIcon } from '@mantine/core';
import { memo } from 'react';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { Message } from '../../../../../shared/contract/conversations.ts';
import { count } from '../../../../core/ui/format.ts';
import { branchColumns, type FollowedPath, branchPosition } from '../model/branches.ts';
import { useChatSession } from '../session/index.ts';
import { AnswerMessage } from './AnswerMessage.tsx';
import { UserMessage } from './UserMessage.tsx';
import shared from '../../../../core/ui/shared.module.css';

interface RowProps {
  readonly message: Message;
  readonly modelName: (modelId: string) => string;
}

/** Memoized: an unchanged message does not render while another is written. */
export const MessageRow = memo(function MessageRow(props: RowProps) {
  const { message, modelName } = props;
  const session = useChatSession();
  const switcher = <SiblingSwitch message={message} />;
  if (message.role === 'user') return <UserMessage message={message}>{switcher}</UserMessage>;
  if (message.beside.length === 0) {
    return (
      <AnswerMessage message={message} modelName={modelName}>
        {switcher}
      </AnswerMessage>
    );
  }
  const columns = branchColumns(message);
  const areAllHere = message.siblings.length <= columns.length;
  return (
    <SimpleGrid
      minColWidth="min(var(--gesso-inspector), 100%)"
      autoFlow="auto-fit"
      spacing="sm"
      pb="sm"
    >
      {columns.map((each) => (
        <Box
          key={each.id}
          miw={0}
          px="sm"
          pt="2xs"
          bg="var(--gesso-selected)"
          style={{ border: `1px solid var(--gesso-${each.id === message.id ? 'accent' : 'line'})` }}
          bdrs="md"
        >
          <AnswerMessage
            message={each}
            modelName={modelName}
            onPick={each.id === message.id ? undefined : () => void session.show(each.id)}
          >
            {each.id === message.id && !areAllHere && switcher}
          </AnswerMessage>
        </Box>
      ))}
    </SimpleGrid>
  );
});

export function FollowedNotice({ followed }: { readonly followed: FollowedPath }) {
  const session = useChatSession();
  return (
    <Group gap="xs" wrap="nowrap" pt="3xs" pb="xs">
      <Text span size="xs" c="dimmed">
        {count(followed.messages, 'message')} that followed {followed.messages === 1 ? 'is' : 'are'}{' '}
        on branch {followed.branch}.
      </Text>
      <Button
        size="compact-xs"
        variant="subtle"
        onClick={() => void session.show(followed.siblingId)}
      >
        Show branch {followed.branch}
      </Button>
    </Group>
  );
}

function SiblingSwitch({ message }: { readonly message: Message }) {
  const session = useChatSession();
  const place = branchPosition(message);
  if (place === undefined) return null;
  const step = (id: string | undefined, label: string, icon: React.ReactNode) => (
    <ActionIcon
      size="sm"
      aria-label={label}
      disabled={id === undefined}
      onClick={() => {
        if (id !== undefined) void session.show(id);
      }}
    >
      {icon}
    </ActionIcon>
  );
  return (
    <Group
      component="span"
      gap={0}
      wrap="nowrap"
      className={shared['numbers'] ?? ''}
      role="group"
      aria-label="Branches"
    >
      {step(place.previousId, 'Previous branch', <IconChevronLeft size={16} />)}
      <Text span size="xs" c="dimmed">
        {place.number}/{place.count}
      </Text>
      {step(place.nextId, 'Next branch', <IconChevronRight size={16} />)}
    </Group>
  );
}
