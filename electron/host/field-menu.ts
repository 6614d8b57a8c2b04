/** The page cannot draw this menu, because it may not read the clipboard (S12). */
import type { BrowserWindow, ContextMenuParams, Menu, MenuItemConstructorOptions } from 'electron';

export function followFieldMenus(window: BrowserWindow, menu: typeof Menu): void {
  window.webContents.on('context-menu', (_event, params) => {
    const entries = fieldEntries(params);
    if (entries.length === 0) return;
    const { frame, x, y, menuSourceType } = params;
    menu.buildFromTemplate(entries).popup({
      window,
      x,
      y,
      sourceType: menuSourceType,
      ...(frame === null ? {} : { frame }),
    });
  });
}

function fieldEntries({
  isEditable,
  editFlags,
  selectionText,
}: Pick<
  ContextMenuParams,
  'isEditable' | 'editFlags' | 'selectionText'
>): MenuItemConstructorOptions[] {
  const copy: MenuItemConstructorOptions = {
    role: 'copy',
    label: 'Copy',
    enabled: editFlags.canCopy,
  };
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy];
  return [
    { role: 'cut', label: 'Cut', enabled: editFlags.canCut },
    copy,
    { role: 'paste', label: 'Paste', enabled: editFlags.canPaste },
    { type: 'separator' },
    { role: 'selectAll', label: 'Select all', enabled: editFlags.canSelectAll },
  ];
}
