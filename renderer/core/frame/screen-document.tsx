/**
 * Names the current document in the top bar, with a menu. The bar provides an element and the
 * screen renders into it, so that the menu has access to the screen's state.
 */
import { Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { create } from 'zustand';
import { useScreen } from '../screen/screen-context.tsx';
import shared from '../ui/shared.module.css';
import { QuietButton } from '../ui/variants.ts';

interface Slot {
  readonly element: HTMLElement | null;
}

const useSlot = create<Slot>(() => ({ element: null }));

/** The `ref` of the top bar's element. */
export function lendDocumentSlot(element: HTMLElement | null): void {
  useSlot.setState({ element });
}

/** @param props.children menu items: open, recent, close */
export function ScreenDocument(props: { readonly name: string; readonly children?: ReactNode }) {
  const { name, children } = props;
  const { element } = useSlot();
  const { isInFront } = useScreen();
  if (element === null || !isInFront) return null;
  const button = (
    <QuietButton
      maw="100%"
      {...(children === undefined
        ? { component: 'span' as const }
        : { rightSection: <IconChevronDown size={16} />, 'aria-label': `Document: ${name}` })}
    >
      <span className={shared['cut']}>{name}</span>
    </QuietButton>
  );
  if (children === undefined) return createPortal(button, element);
  return createPortal(
    <Menu position="bottom-start">
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>,
    element,
  );
}
