/**
 * The menu of the right button and the Menu key, the same under both hosts. Text fields keep the
 * menu of the system (Electron: `electron/host/field-menu.ts`) or browser, since only these may
 * paste. Mounted once.
 */
import { Menu } from '@mantine/core';
import { Fragment, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { CommandMenuItem } from '../../core/commands/CommandMenuItem.tsx';
import { entriesFor, isField, menuSubject, type MenuEntry } from './entries.ts';

interface OpenMenu {
  readonly entries: readonly MenuEntry[];
  readonly at: { readonly x: number; readonly y: number };
  /** Gets the focus back when the menu closes. */
  readonly focused: Element | null;
  /** Different for each menu. */
  readonly number: number;
}

/** From the corner of the element to a menu opened by key, CSS pixels. */
const INSET = 24;

let count = 0;

export function ContextMenu() {
  const [open, setOpen] = useState<OpenMenu>();
  useEffect(() => {
    const listeners = new AbortController();
    window.addEventListener(
      'contextmenu',
      (event) => {
        const found = menuFor(event);
        if (found === undefined) return;
        event.preventDefault();
        if (found === 'none') return;
        const [first] = found.entries;
        // opens the row's own menu directly
        if (found.entries.length === 1 && first?.group === 'more') first.run();
        else setOpen(found);
      },
      { signal: listeners.signal },
    );
    return () => listeners.abort();
  }, []);

  if (open === undefined) return null;
  /** Closes the menu and returns the focus before anything else happens. */
  function close(): void {
    flushSync(() => setOpen(undefined));
    if (open?.focused instanceof HTMLElement) open.focused.focus({ preventScroll: true });
  }
  return (
    <Menu
      key={open.number}
      opened
      onChange={(isOpen) => {
        if (!isOpen) close();
      }}
      position="bottom-start"
      offset={0}
      shadow="md"
      transitionProps={{ duration: 0 }}
      withInitialFocusPlaceholder={false}
      // it focuses the first entry twice, the second time perhaps after an arrow key
      trapFocus={false}
      closeOnItemClick={false}
    >
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          aria-label="Actions"
          style={{
            position: 'fixed',
            left: open.at.x,
            top: open.at.y,
            width: 0,
            height: 0,
            padding: 0,
            border: 0,
          }}
        />
      </Menu.Target>
      <Menu.Dropdown
        ref={focusFirst}
        onKeyDown={(event) => {
          if (event.key === 'Tab') event.preventDefault();
        }}
      >
        {open.entries.map(({ label, group, keys, isDisabled = false, run }, index) => (
          <Fragment key={label}>
            {index > 0 && open.entries[index - 1]?.group !== group && <Menu.Divider />}
            <CommandMenuItem
              keys={keys}
              isDisabled={isDisabled}
              onClick={() => {
                close();
                run();
              }}
              label={label}
            />
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function focusFirst(menu: HTMLElement | null): void {
  menu?.querySelector<HTMLElement>('[role="menuitem"]:enabled')?.focus({ preventScroll: true });
}

/** @returns `undefined` to keep the host's own menu; `none` for no menu at all */
function menuFor(event: MouseEvent): OpenMenu | 'none' | undefined {
  const { target } = event;
  if (event.defaultPrevented || !(target instanceof Element) || isField(target)) return undefined;
  if (target.closest('[role="menu"]') !== null) return 'none';
  const isByKeyboard = event.button === -1; // no button was pressed: the Menu key or Shift+F10
  const subject = menuSubject(target, isByKeyboard);
  if (!isByKeyboard) selectRow(subject);
  const pointer = { x: event.clientX, y: event.clientY };
  const entries = entriesFor(subject, isByKeyboard ? undefined : pointer);
  if (entries.length === 0) return undefined;
  const { left, top, width, height } = subject.getBoundingClientRect();
  const corner = { x: left + Math.min(INSET, width / 2), y: top + Math.min(INSET, height / 2) };
  const at = isByKeyboard ? corner : pointer;
  return { entries, at, focused: document.activeElement, number: (count += 1) };
}

/**
 * The entries are about the selected rows, so a row outside the selection becomes the selection.
 */
function selectRow(subject: Element): void {
  const row = subject.closest<HTMLElement>('[role="row"][aria-selected="false"]');
  if (row?.closest('[aria-multiselectable="true"]') !== null) row?.click();
}
