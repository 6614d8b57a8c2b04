/** Opens a conversation or a document; its tooltip has what is cut. */
import { Group, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import shared from '../../core/ui/shared.module.css';

export function EntryButton(props: {
  readonly title: string;
  /** On the second line. */
  readonly facts: string;
  readonly isOpen: boolean;
  readonly isRunning: boolean;
  /** An icon before the facts. */
  readonly children?: ReactNode;
  readonly onClick: () => void;
}) {
  const { title, facts, isOpen, isRunning, children, onClick } = props;
  return (
    <UnstyledButton
      flex={1}
      miw={0}
      px="sm"
      aria-current={isOpen ? 'true' : undefined}
      onClick={onClick}
    >
      <div className={shared['cut']} dir="auto">
        {title}
      </div>
      <Group component="span" gap="2xs" wrap="nowrap" className={shared['tiny'] ?? ''}>
        {isRunning && (
          <span className={shared['dot']} role="img" aria-label="An answer is being written" />
        )}
        {children}
        <span className={shared['cut']}>{facts}</span>
      </Group>
    </UnstyledButton>
  );
}
