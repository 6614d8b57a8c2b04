/** The application menu. */
import type { Menu } from 'electron';

/**
 * On macOS the menu carries the shortcuts of copy, paste and quit; elsewhere the window needs none.
 * Electron's own default menu would offer developer tools and links to its documentation.
 */
export function applicationMenu(menu: typeof Menu, platform: NodeJS.Platform): Menu | null {
  if (platform !== 'darwin') return null;
  return menu.buildFromTemplate([
    { role: 'appMenu' },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [{ role: 'togglefullscreen' }],
    },
    { role: 'windowMenu' },
  ]);
}
