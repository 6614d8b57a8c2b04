import { ActionIcon, Group, UnstyledButton } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { LazyMenu } from '../../core/ui/LazyMenu.tsx';
import shared from '../../core/ui/shared.module.css';
import classes from './Language.module.css';

export function ListEntry(props: {
  readonly title: string;
  readonly facts: string;
  /** An icon before the facts. */
  readonly mark?: ReactNode;
  readonly isOpen: boolean;
  readonly isRunning: boolean;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}) {
  const { title, facts, mark, isOpen, isRunning, onOpen, children } = props;
  return (
    <div className={classes['row']} data-open={isOpen || undefined}>
      <UnstyledButton
        flex={1}
        miw={0}
        px="sm"
        aria-current={isOpen ? 'true' : undefined}
        onClick={onOpen}
      >
        <div className={shared['cut']} dir="auto">
          {title}
        </div>
        <Group component="span" gap="2xs" wrap="nowrap" className={shared['tiny'] ?? ''}>
          {isRunning && (
            <span className={shared['dot']} role="img" aria-label="An answer is being written" />
          )}
          {mark}
          <span className={shared['cut']}>{facts}</span>
        </Group>
      </UnstyledButton>
      <LazyMenu
        button={
          <ActionIcon
            size="sm"
            className={shared['more'] ?? ''}
            aria-label={`More actions for “${title}”`}
          >
            <IconDots size={16} />
          </ActionIcon>
        }
      >
        {children}
      </LazyMenu>
    </div>
  );
}
