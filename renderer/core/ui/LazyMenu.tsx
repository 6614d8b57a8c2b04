/** A row's menu. Only its button is rendered until it is used, as a list has hundreds. */
import { Menu } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { cloneElement, useRef, useState, type ReactElement, type ReactNode, type Ref } from 'react';
import { flushSync } from 'react-dom';

/** Properties of the button that are set here. */
interface MenuButton {
  readonly ref?: Ref<HTMLButtonElement>;
  readonly 'aria-haspopup'?: 'menu';
  readonly onClick?: () => void;
}

export function LazyMenu(props: {
  readonly button: ReactElement<MenuButton>;
  readonly children: ReactNode;
}) {
  const { button, children } = props;
  const [isUsed, setUsed] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const element = useRef<HTMLButtonElement>(null);
  const ref = useMergedRef(element, button.props.ref);

  /** The menu has its own button, which receives the focus first and gets it back. */
  function open(): void {
    flushSync(() => setUsed(true));
    element.current?.focus();
    setOpen(true);
  }

  if (!isUsed) return cloneElement(button, { ref, 'aria-haspopup': 'menu', onClick: open });
  return (
    <Menu
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      shadow="md"
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>{cloneElement(button, { ref })}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
