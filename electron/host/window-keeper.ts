/** The one window: created when needed, otherwise brought to the front. */
import { dirname } from 'node:path';
import type {
  BrowserWindow,
  Dialog,
  Menu,
  NativeImage,
  OpenDialogOptions,
  OpenDialogReturnValue,
  SaveDialogReturnValue,
  Session,
} from 'electron';
import { APP_URL } from './app-scheme.ts';
import type { DialogFolders, DialogKind } from './dialog-folders.ts';
import { followFieldMenus } from './field-menu.ts';
import { PICTURE_EXTENSIONS } from '../../shared/files/picture-names.ts';
import type { SaveQuestion } from './save-file.ts';
import { watchWindow, type WatchedWindow, type WayOut } from './window-health.ts';
import { webPreferences, windowOptions } from './window-options.ts';
import type { WindowPlaces } from './window-place.ts';

export type WindowKeeper = ReturnType<typeof createWindowKeeper>;

export function createWindowKeeper(
  Window: typeof BrowserWindow,
  options: {
    readonly preload: string;
    readonly session: Session;
    readonly isPackaged: boolean;
    readonly dialog: Dialog;
    readonly menu: typeof Menu;
    readonly places: WindowPlaces;
    readonly folders: DialogFolders;
    /** Offered when the window does not work. */
    readonly waysOut: readonly WayOut[];
    /** See {@link HealthDeps.isShownEarly}. */
    readonly isShownEarly: boolean;
    /** Shows it only if it must be visible to be drawn. Its page gets this hash. */
    readonly hidden?:
      | {
          readonly page: string;
          readonly mustBeSeen: boolean;
          onTrouble(sentence: string): void;
        }
      | undefined;
    /** Windows is ending the session: the process has a moment left. */
    sessionEnds(): void;
    writeLogLine(line: string): void;
  },
) {
  const { dialog, places, folders, hidden } = options;
  let window: BrowserWindow | undefined;
  let watched: WatchedWindow | undefined;
  let bar = -1;

  function open(): BrowserWindow {
    const place = places.find();
    const created = new Window(windowOptions(webPreferences(options), place));
    places.follow(created);
    followFieldMenus(created, options.menu);
    watched = watchWindow(created, {
      dialog,
      waysOut: options.waysOut,
      isShownEarly: options.isShownEarly,
      onTrouble: hidden?.onTrouble,
      now: Date.now,
      writeLogLine: options.writeLogLine,
    });
    if (place?.isMaximized === true) created.once('show', () => created.maximize());
    created.once('closed', () => {
      if (window === created) window = undefined;
    });
    if (hidden?.mustBeSeen === true) created.showInactive();
    if (bar !== -1) created.setProgressBar(bar);
    created.on('session-end', () => options.sessionEnds());
    // SECURITY: S5 only the packaged page is ever loaded.
    created.loadURL(APP_URL + (hidden?.page ?? '')).catch((error: unknown) => {
      options.writeLogLine(`window: the page could not be loaded (${String(error)})`);
    });
    return created;
  }

  async function askToOpen(
    kind: DialogKind,
    question: OpenDialogOptions,
  ): Promise<OpenDialogReturnValue> {
    const placed = { ...question, defaultPath: folders.get(kind) };
    const answer = await (window === undefined
      ? dialog.showOpenDialog(placed)
      : dialog.showOpenDialog(window, placed));
    const [first] = answer.filePaths;
    if (!answer.canceled && first !== undefined) folders.keep(kind, dirname(first));
    return answer;
  }

  return {
    show(): void {
      if (window === undefined) {
        window = open();
        return;
      }
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    /** Closes it like its close button. */
    askToClose: (): void => window?.close(),
    close: (): void => window?.destroy(),
    ready(id: number): void {
      if (this.owns(id)) watched?.ready();
    },
    owns: (id: number): boolean =>
      window !== undefined && !window.isDestroyed() && window.webContents.id === id,
    isInFront: (): boolean => window?.isFocused() ?? false,
    askWhereToSave(question: SaveQuestion): Promise<SaveDialogReturnValue> {
      return window === undefined
        ? dialog.showSaveDialog(question)
        : dialog.showSaveDialog(window, question);
    },
    askForFolder: (): Promise<OpenDialogReturnValue> =>
      askToOpen('folder', { properties: ['openDirectory', 'createDirectory'] }),
    askForBackup: (): Promise<OpenDialogReturnValue> =>
      askToOpen('backup', {
        properties: ['openFile'],
        filters: [{ name: 'Gesso backup', extensions: ['gessobackup'] }],
      }),
    askForTrainingFiles: (what: 'files' | 'folder'): Promise<OpenDialogReturnValue> =>
      askToOpen('training', {
        properties: [what === 'files' ? 'openFile' : 'openDirectory', 'multiSelections'],
      }),
    askForPictures: (): Promise<OpenDialogReturnValue> =>
      askToOpen('pictures', {
        properties: ['openFile', 'multiSelections'],
        filters: [{ name: 'Pictures', extensions: [...PICTURE_EXTENSIONS] }],
      }),
    /** A page may open dialogs only after a key press. No keyboard has this key. */
    pressKey(): void {
      for (const type of ['keyDown', 'keyUp'] as const) {
        window?.webContents.sendInputEvent({ type, keyCode: 'F24' });
      }
    },
    /** Taskbar progress, also of a window opened later: 0 to 1, or a value of Electron's. */
    setProgress(wanted: number): void {
      bar = wanted;
      window?.setProgressBar(wanted);
    },
    /** Continues the pointer's movement as a drag of a file. */
    startDrag: (file: string, icon: NativeImage): void =>
      window?.webContents.startDrag({ file, icon }),
  };
}
