import { ActionIcon, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { Message } from '../../../../../shared/contract/conversations.ts';
import { placeOf } from '../model/branches.ts';
import { useChatSession } from '../session/index.ts';
import shared from '../../../../base/ui/shared.module.css';

export function SiblingSwitch({ message }: { readonly message: Message }) {
  const session = useChatSession();
  const place = placeOf(message);
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
