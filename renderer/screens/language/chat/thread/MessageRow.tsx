import { Box, Group, SimpleGrid, ActionIcon } from '@mantine/core';
import { memo } from 'react';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { Message } from '../../../../../shared/contract/conversations.ts';
import { count } from '../../../../core/ui/format.ts';
import { branchColumns, type FollowedPath, branchPosition } from '../model/branches.ts';
import { useChat, useChatSession } from '../session/index.ts';
import { AnswerMessage } from './AnswerMessage.tsx';
import { UserMessage } from './UserMessage.tsx';
import shared from '../../../../core/ui/shared.module.css';
import { SmallButton, SmallNote } from '../../../../core/ui/variants.ts';

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
      <SmallNote span>
        {count(followed.messages, 'message')} that followed {followed.messages === 1 ? 'is' : 'are'}{' '}
        on branch {followed.branch}.
      </SmallNote>
      <SmallButton variant="subtle" onClick={() => void session.show(followed.siblingId)}>
        Show branch {followed.branch}
      </SmallButton>
    </Group>
  );
}

function SiblingSwitch({ message }: { readonly message: Message }) {
  const session = useChatSession();
  const place = branchPosition(message);
  const by = useChat(({ branchFocus: to }) => (to?.messageId === message.id ? to.by : undefined));
  if (place === undefined) return null;
  /** The row of the branch before had the focus, and is gone. */
  function takeFocus(group: HTMLElement | null): void {
    if (group === null || by === undefined) return;
    session.branchFocused();
    if (document.activeElement !== document.body) return;
    const steps = [...group.querySelectorAll('button')];
    const wanted = by < 0 ? steps : steps.toReversed();
    wanted.find(({ disabled }) => !disabled)?.focus({ preventScroll: true });
  }
  const step = (id: string | undefined, by: 1 | -1, label: string, icon: React.ReactNode) => (
    <ActionIcon
      size="sm"
      aria-label={label}
      disabled={id === undefined}
      onClick={() => {
        if (id !== undefined) void session.show(id, by);
      }}
    >
      {icon}
    </ActionIcon>
  );
  return (
    <Group
      ref={takeFocus}
      component="span"
      gap={0}
      wrap="nowrap"
      className={shared['numbers'] ?? ''}
      role="group"
      aria-label="Branches"
    >
      {step(place.previousId, -1, 'Previous branch', <IconChevronLeft size={16} />)}
      <SmallNote span>
        {place.number}/{place.count}
      </SmallNote>
      {step(place.nextId, 1, 'Next branch', <IconChevronRight size={16} />)}
    </Group>
  );
}
