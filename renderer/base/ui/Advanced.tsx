/** Settings that are rarely changed, behind a line that opens them. */
import { Collapse, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';

/** @param props.inUse beside the line, so that no setting is forgotten there */
export function Advanced(props: {
  readonly title?: string;
  readonly inUse?: string | undefined;
  readonly children: ReactNode;
}) {
  const { title = 'Advanced', inUse, children } = props;
  const [isShown, setShown] = useState(false);
  const Chevron = isShown ? IconChevronDown : IconChevronRight;
  return (
    <div>
      <UnstyledButton fz="sm" fw={600} aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        <Chevron size={14} style={{ verticalAlign: 'middle' }} /> {title}
        {inUse !== undefined && (
          <Text span size="xs" c="dimmed" fw={400}>
            {' '}
            ({inUse})
          </Text>
        )}
      </UnstyledButton>
      <Collapse expanded={isShown}>{children}</Collapse>
    </div>
  );
}
