/** A button that saves, with a menu of other ways at its right end. */
import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export function SaveButton(props: {
  /** On hover, such as its keys. */
  readonly tip?: string;
  readonly isDisabled: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
  const { tip, isDisabled, onClick, children } = props;
  return (
    <Button.Group>
      <Button data-tip={tip} disabled={isDisabled} onClick={onClick}>
        Save
      </Button>
      {!isDisabled && (
        <Menu position="bottom-end" width={260} withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <Button
              style={{ borderLeft: '1px solid var(--gesso-surface)' }}
              aria-label="More ways to save"
            >
              <IconChevronDown size={16} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>{children}</Menu.Dropdown>
        </Menu>
      )}
    </Button.Group>
  );
}
