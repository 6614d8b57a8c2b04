/** A menu whose items are made when it is first opened: in a list, each row has one. */
import { Menu, type MenuProps } from '@mantine/core';
import { useState, type ReactElement, type ReactNode } from 'react';

/** @param props.button opens the menu */
export function LazyMenu(
  props: Pick<MenuProps, 'position'> & {
    readonly button: ReactElement;
    readonly children: ReactNode;
  },
) {
  const { button, children, position } = props;
  const [isUsed, setUsed] = useState(false);
  return (
    <Menu {...(position !== undefined && { position })} onOpen={() => setUsed(true)}>
      <Menu.Target>{button}</Menu.Target>
      {isUsed && <Menu.Dropdown>{children}</Menu.Dropdown>}
    </Menu>
  );
}
