/** The system's menu: the window's commands, recent photos, and standard entries. */
import type { Menu, MenuItemConstructorOptions as Item } from 'electron';
import type { Menu as MenuModel, MenuCommand } from '../../shared/contract/desktop.ts';
import { acceleratorOf } from './accelerator.ts';

export interface MenuActions {
  /** @param isByKey pressed as a key, not selected */
  runCommand(commandId: string, isByKey: boolean): void;
  /** Opens the system's dialog for pictures. */
  openFiles(): void;
  openPhoto(photoId: string): void;
}

/** Commands that the host handles without the page. */
const OF_HOST: ReadonlySet<string | undefined> = new Set(['studio.open', 'view.fullScreen']);

/** Groups of commands that share a menu; other groups get their own. */
const MENUS = {
  file: ['Photo', 'Window'],
  edit: ['Edit'],
  view: ['View'],
  go: ['Go to', 'Connections'],
  help: ['Help'],
} as const;

/**
 * Enabling is done in place, because replacing a menu would close it.
 * @returns updates the menu; `undefined` before the window reports
 */
export function createApplicationMenu(
  menu: typeof Menu,
  platform: NodeJS.Platform,
  actions: MenuActions,
): (model: MenuModel | undefined) => void {
  let shown: { readonly menu: Menu; readonly form: string } | undefined;
  return (model) => {
    const template = menuTemplate(platform, model, actions);
    const form = formOf([template, model?.recentPhotos]);
    if (shown?.form === form) {
      for (const { id, enabled } of entriesOf(template)) {
        const entry = id === undefined ? null : shown.menu.getMenuItemById(id);
        if (entry !== null && enabled !== undefined) entry.enabled = enabled;
      }
      return;
    }
    shown = { menu: menu.buildFromTemplate(template), form };
    menu.setApplicationMenu(shown.menu);
  };
}

/** Key of everything that cannot be changed in place. */
function formOf(content: readonly unknown[]): string {
  return JSON.stringify(content, (name, value: unknown) =>
    name === 'enabled' ? undefined : value,
  );
}

function entriesOf(template: readonly Item[]): readonly Item[] {
  return template.flatMap((entry) =>
    Array.isArray(entry.submenu) ? [entry, ...entriesOf(entry.submenu)] : [entry],
  );
}

export function menuTemplate(
  platform: NodeJS.Platform,
  model: MenuModel | undefined,
  actions: MenuActions,
): Item[] {
  const isApple = platform === 'darwin';
  const commands = model?.commands ?? [];
  const entries = (groups: readonly string[]): Item[] =>
    separated(
      groups.map((group) =>
        commands
          .filter((command) => command.group === group && !OF_HOST.has(command.id))
          .map((command) => entryOf(command, commands, platform, actions)),
      ),
    );
  const named = new Set<string>(Object.values(MENUS).flat());
  const others = [...new Set(commands.map(({ group }) => group))].filter(
    (group) => !named.has(group),
  );
  const recent = (model?.recentPhotos ?? []).map(({ photoId, name }): Item => ({
    label: escapeLabel(name),
    click: () => actions.openPhoto(photoId),
  }));
  const open: Item = {
    id: 'studio.open',
    label: 'Open photos…',
    ...acceleratorOf('Mod+O', platform),
    click: () => actions.openFiles(),
  };
  const fullScreen: Item = {
    id: 'view.fullScreen',
    role: 'togglefullscreen',
    label: 'Full screen',
    ...(isApple ? {} : acceleratorOf('F11', platform)), // macOS has its own key.
  };
  const file: Item[] = separated([
    [open, { label: 'Open recent', enabled: recent.length > 0, submenu: recent }],
    entries(MENUS.file),
    [closeWindow(commands)],
    isApple ? [] : [{ role: 'quit', label: 'Quit Gesso' }],
  ]);
  return [
    ...(isApple ? [{ role: 'appMenu' } as const] : []),
    { label: 'File', submenu: file },
    { label: 'Edit', submenu: separated([entries(MENUS.edit), isApple ? TEXT : []]) },
    ...others.map((group): Item => ({ label: escapeLabel(group), submenu: entries([group]) })),
    { label: 'View', submenu: separated([entries(MENUS.view), [fullScreen]]) },
    ...withEntries('Go', entries(MENUS.go)),
    ...(isApple ? [{ role: 'windowMenu' } as const] : []),
    ...withEntries('Help', entries(MENUS.help)),
  ];
}

/** The page handles the key; this entry has it until the page reports its commands. */
function closeWindow(commands: readonly MenuCommand[]): Item {
  const isOfPage = commands.some(({ id }) => id === 'app.close');
  const accelerator = isOfPage ? 'Shift+CommandOrControl+W' : 'CommandOrControl+W';
  return { role: 'close', label: 'Close window', accelerator };
}

/** On macOS, text fields get their keys from the menu. */
const TEXT: Item[] = [
  {
    label: 'Text',
    submenu: (['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll'] as const).map((role) => ({
      role,
    })),
  },
];

function entryOf(
  command: MenuCommand,
  all: readonly MenuCommand[],
  platform: NodeJS.Platform,
  actions: MenuActions,
): Item {
  const { id, title, shortcut, isAvailable } = command;
  return {
    id,
    label: escapeLabel(title),
    enabled: isAvailable,
    // On macOS, a disabled entry would block its key for the next one.
    ...(shortcut === undefined ||
    (platform === 'darwin' &&
      !isAvailable &&
      all.some((other) => other.id !== id && other.shortcut === shortcut))
      ? {}
      : acceleratorOf(shortcut, platform)),
    click: (_item, _window, event) => actions.runCommand(id, event.triggeredByAccelerator === true),
  };
}

function withEntries(label: string, submenu: Item[]): Item[] {
  return submenu.length === 0 ? [] : [{ label, submenu }];
}

/** Joins lists with separators between non-empty ones. */
function separated(lists: readonly Item[][]): Item[] {
  return lists
    .filter((list) => list.length > 0)
    .flatMap((list, index): Item[] => (index === 0 ? list : [{ type: 'separator' }, ...list]));
}

/** In a menu, `&` would mark the next letter as a key. */
function escapeLabel(label: string): string {
  return label.replaceAll('&', '&&');
}
