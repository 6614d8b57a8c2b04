/** A part of the panel with a heading; long ones open on demand. */
import { Collapse, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import classes from '../Tasks.module.css';

export function Section(props: {
  readonly title: string;
  /** Closed until it is opened. */
  readonly isClosedAtFirst?: boolean;
  readonly children: ReactNode;
}) {
  const { title, isClosedAtFirst = false, children } = props;
  const [isOpen, setOpen] = useState(!isClosedAtFirst);
  return (
    <section>
      <UnstyledButton
        className={classes['sectionHead'] ?? ''}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
        <Text component="h3" size="xs" fw={600}>
          {title}
        </Text>
      </UnstyledButton>
      <Collapse expanded={isOpen}>{isOpen && children}</Collapse>
    </section>
  );
}
