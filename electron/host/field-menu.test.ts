import { EventEmitter } from 'node:events';
import type { BrowserWindow, Menu, MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { followFieldMenus } from './field-menu.ts';

const ALL = { canCut: true, canCopy: true, canPaste: true, canSelectAll: true };

/** The menu for a place of the page; `undefined` for none. */
function menuAt(place: object) {
  const webContents = new EventEmitter();
  const window = { webContents };
  let shown: { entries: readonly MenuItemConstructorOptions[]; options: object } | undefined;
  const menu = {
    buildFromTemplate: (entries: readonly MenuItemConstructorOptions[]) => ({
      popup: (options: object) => (shown = { entries, options }),
    }),
  };
  followFieldMenus(window as unknown as BrowserWindow, menu as unknown as typeof Menu);
  const params = {
    x: 3,
    y: 4,
    frame: null,
    menuSourceType: 'keyboard',
    isEditable: false,
    selectionText: '',
    editFlags: ALL,
  };
  webContents.emit('context-menu', {}, { ...params, ...place });
  return shown;
}

describe('the context menu of fields', () => {
  it('has cut, copy, paste and select all at the requested position', () => {
    const found = menuAt({ isEditable: true });
    expect(found?.entries.map(({ role, enabled }) => [role, enabled])).toEqual([
      ['cut', true],
      ['copy', true],
      ['paste', true],
      [undefined, undefined],
      ['selectAll', true],
    ]);
    expect(found?.options).toMatchObject({ x: 3, y: 4, sourceType: 'keyboard' });
    expect(found?.options).not.toHaveProperty('frame');
  });

  it('disables entries that would do nothing', () => {
    const editFlags = { canCut: false, canCopy: false, canPaste: true, canSelectAll: false };
    const found = menuAt({ isEditable: true, editFlags });
    expect(found?.entries.filter(({ enabled }) => enabled).map(({ role }) => role)).toEqual([
      'paste',
    ]);
  });

  it('copies selected text, and is not shown when nothing can be done', () => {
    expect(menuAt({ selectionText: 'words' })?.entries.map(({ role }) => role)).toEqual(['copy']);
    expect(menuAt({ selectionText: ' \n' })).toBeUndefined();
  });
});
