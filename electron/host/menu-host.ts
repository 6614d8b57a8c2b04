/** Maintains the system's menu before and after the window reports its commands. */
import type { Menu } from 'electron';
import type { Desktop } from '../backend/api/desktop/desktop.ts';
import { createApplicationMenu } from './menu.ts';
import { picturesAmong } from '../web-host/picture-arguments.ts';
import type { WindowKeeper } from './window-keeper.ts';

export type MenuHost = ReturnType<typeof createMenuHost>;

export function createMenuHost(
  menu: typeof Menu,
  platform: NodeJS.Platform,
  windows: Pick<WindowKeeper, 'show' | 'pressKey' | 'askForPictures'>,
  writeLogLine: (line: string) => void,
) {
  let desktop: Desktop | undefined;

  /** Shows the window first, because on macOS the menu exists without one. */
  function inWindow(act: (desktop: Desktop) => void): void {
    if (desktop === undefined) return;
    windows.show();
    act(desktop);
  }

  async function openFiles(): Promise<void> {
    const { canceled, filePaths } = await windows.askForPictures();
    const paths = picturesAmong(filePaths);
    if (!canceled && paths.length > 0) inWindow(({ openFiles: open }) => void open(paths));
  }

  const show = createApplicationMenu(menu, platform, {
    runCommand: (commandId, isByKey) =>
      inWindow((target) => {
        if (!isByKey) windows.pressKey();
        target.runCommand(commandId, isByKey);
      }),
    openFiles: () => {
      openFiles().catch((error: unknown) => writeLogLine(`menu: no dialog (${String(error)})`));
    },
    openPhoto: (photoId) => inWindow((target) => target.openPhoto(photoId)),
  });
  show(undefined);

  return {
    show,
    /** Makes the entries work. */
    connect(target: Desktop): void {
      desktop = target;
    },
  };
}
