import type { Menu as SystemMenu, MenuItemConstructorOptions as Item } from 'electron';
import { describe, expect, it } from 'vitest';
import type { Menu, MenuCommand } from '../../shared/contract/desktop.ts';
import { acceleratorOf } from './accelerator.ts';
import { createApplicationMenu, menuTemplate, type MenuActions } from './menu.ts';

const PLATFORMS = ['linux', 'win32', 'darwin'] as const;

function command(id: string, group: string, shortcut?: string, isAvailable = true): MenuCommand {
  const plain = { id, title: `Do ${id}`, group, isAvailable };
  return shortcut === undefined ? plain : { ...plain, shortcut };
}

const MENU: Menu = {
  commands: [
    command('studio.open', 'Photo', 'Mod+O'),
    command('studio.close', 'Photo', 'Mod+W'),
    command('studio.undo', 'Edit', 'Mod+Z'),
    command('studio.brush', 'Tools', 'B'),
    command('studio.cleanup', 'Run', 'Mod+Enter', false),
    command('a&b', 'New & other', 'Shift+Alt+W'),
    command('view.fullScreen', 'View', 'F11'),
    command('view.panels', 'View', 'Mod+B'),
    command('go.tasks', 'Go to', 'Alt+2'),
    command('connection.1', 'Connections'),
    command('app.shortcuts', 'Help', '?'),
  ],
  recentPhotos: [{ photoId: 'p1', name: 'a & b.png' }],
};

function actions(): MenuActions & { readonly done: unknown[] } {
  const done: unknown[] = [];
  return {
    done,
    runCommand: (id, isByKey) => done.push([id, isByKey]),
    openFiles: () => done.push('files'),
    openPhoto: (id) => done.push(id),
  };
}

function flat(items: readonly Item[]): readonly Item[] {
  return items.flatMap((item) =>
    Array.isArray(item.submenu) ? [item, ...flat(item.submenu)] : [item],
  );
}

function click(item: Item | undefined, isByKey = false): void {
  if (item?.click === undefined) throw new Error('There is nothing to click.');
  Reflect.apply(item.click, item, [item, undefined, { triggeredByAccelerator: isByKey }]);
}

describe('the application menu', () => {
  it.each(PLATFORMS)(
    'has every command once, including those of unknown groups: %s',
    (platform) => {
      const template = menuTemplate(platform, MENU, actions());
      const ids = flat(template).flatMap(({ id }) => id ?? []);
      expect(ids.toSorted()).toEqual(MENU.commands.map(({ id }) => id).toSorted());
      expect(template.map(({ label, role }) => label ?? role)).toEqual([
        ...(platform === 'darwin' ? ['appMenu'] : []),
        'File',
        'Edit',
        'Tools',
        'Run',
        'New && other',
        'View',
        'Go',
        ...(platform === 'darwin' ? ['windowMenu'] : []),
        'Help',
      ]);
    },
  );

  it('reports the selected command, and whether its key was used', () => {
    const done = actions();
    const entries = flat(menuTemplate('linux', MENU, done));
    const find = (id: string) => entries.find((entry) => entry.id === id);
    click(find('studio.undo'));
    click(find('studio.brush'), true);
    click(find('studio.open'));
    click(entries.find(({ label }) => label === 'a && b.png'));
    expect(done.done).toEqual([['studio.undo', false], ['studio.brush', true], 'files', 'p1']);
    expect(find('studio.cleanup')?.enabled).toBe(false);
  });

  it.each(['linux', 'win32'] as const)('leaves every key to the page: %s', (platform) => {
    for (const entry of flat(menuTemplate(platform, MENU, actions()))) {
      if (entry.accelerator === undefined || entry.role === 'close') continue;
      expect(entry.registerAccelerator, entry.label).toBe(false);
    }
  });

  it('shows on macOS only keys that no text field needs', () => {
    const keys = flat(menuTemplate('darwin', MENU, actions())).flatMap(({ id, accelerator }) =>
      id === undefined || accelerator === undefined ? [] : [[id, accelerator]],
    );
    expect(keys).toEqual([
      ['studio.open', 'CommandOrControl+O'],
      ['studio.close', 'CommandOrControl+W'],
      ['studio.cleanup', 'CommandOrControl+Return'],
      ['view.panels', 'CommandOrControl+B'],
    ]);
    const roles = flat(menuTemplate('darwin', MENU, actions())).map(({ role }) => role);
    for (const role of ['cut', 'copy', 'paste', 'undo']) expect(roles).toContain(role);
  });

  it.each(PLATFORMS)(
    'leaves Ctrl or Cmd+W to the page, and has another key to close the window: %s',
    (platform) => {
      const done = actions();
      const model = {
        ...MENU,
        commands: [...MENU.commands, command('app.close', 'Window', 'Mod+W')],
      };
      const template = menuTemplate(platform, model, done);
      const file = template.find(({ label }) => label === 'File');
      const entries = flat(file?.submenu as Item[]);
      click(entries.find(({ id }) => id === 'app.close'));
      expect(done.done).toEqual([['app.close', false]]);
      const keys = flat(template).filter(({ accelerator }) => accelerator === 'CommandOrControl+W');
      expect(keys.map(({ role }) => role)).not.toContain('close');
      const whole = entries.find(({ role }) => role === 'close');
      expect(whole).toMatchObject({
        label: 'Close window',
        accelerator: 'Shift+CommandOrControl+W',
      });
    },
  );

  it('cannot reload the page, whose keys belong to regenerating an answer', () => {
    for (const platform of PLATFORMS) {
      const entries = flat(menuTemplate(platform, MENU, actions()));
      for (const { role, accelerator } of entries) {
        expect(role ?? '').not.toMatch(/reload/iu);
        expect(accelerator ?? '').not.toMatch(/\+R$|^F5$/u);
      }
    }
  });

  it('can open, close and quit before the window has sent its commands', () => {
    for (const platform of PLATFORMS) {
      const entries = flat(menuTemplate(platform, undefined, actions()));
      expect(entries.map(({ label }) => label)).toContain('Open photos…');
      const close = entries.find(({ role }) => role === 'close');
      expect(close?.accelerator).toBe('CommandOrControl+W');
      expect(entries.some(({ role }) => role === 'quit' || role === 'appMenu')).toBe(true);
    }
  });
});

describe('a shortcut in the menu', () => {
  it.each([
    ['Mod+O', 'CommandOrControl+O'],
    ['Shift+Mod+Z', 'Shift+CommandOrControl+Z'],
    ['Mod++', 'CommandOrControl+Plus'],
    ['Mod+-', 'CommandOrControl+-'],
    ['Mod+Enter', 'CommandOrControl+Return'],
    ['ArrowLeft', 'Left'],
    ['Alt+1', 'Alt+1'],
    ['?', '?'],
    ['[', '['],
  ])('%s is called %s by Electron', (shortcut, accelerator) => {
    expect(acceleratorOf(shortcut, 'linux').accelerator).toBe(accelerator);
  });
});

describe('a menu that is already shown', () => {
  function setUp(platform: NodeJS.Platform = 'linux') {
    const set: (readonly Item[])[] = [];
    const menu = {
      buildFromTemplate: (template: readonly Item[]) =>
        Object.assign(template, {
          getMenuItemById: (id: string) => flat(template).find((entry) => entry.id === id) ?? null,
        }),
      setApplicationMenu: (template: readonly Item[]) => set.push(template),
    };
    const show = createApplicationMenu(menu as unknown as typeof SystemMenu, platform, actions());
    const isEnabled = (id: string) =>
      flat(set.at(-1) ?? []).find((each) => each.id === id)?.enabled;
    return { set, show, isEnabled };
  }
  const withRun = (isAvailable: boolean, others: readonly MenuCommand[] = []): Menu => ({
    ...MENU,
    commands: [
      ...MENU.commands.filter(({ id }) => id !== 'studio.cleanup'),
      command('studio.cleanup', 'Run', 'Mod+Enter', isAvailable),
      ...others,
    ],
  });

  it.each(PLATFORMS)(
    'has its entries changed in place while only their enabled state differs (%s)',
    (platform) => {
      const { set, show, isEnabled } = setUp(platform);
      show(withRun(false));
      expect(isEnabled('studio.cleanup')).toBe(false);
      show(withRun(true));
      expect(isEnabled('studio.cleanup')).toBe(true);
      show(withRun(false));
      expect(isEnabled('studio.cleanup')).toBe(false);
      expect(set).toHaveLength(1);
    },
  );

  it('is replaced when anything else differs: an entry, a key, a photo of the same name', () => {
    const { set, show } = setUp();
    show(undefined);
    show(withRun(true));
    show(withRun(true, [command('studio.new', 'Run')]));
    show(withRun(true, [command('studio.new', 'Run', 'F5')]));
    show({ ...withRun(true), recentPhotos: [{ photoId: 'p2', name: 'a & b.png' }] });
    expect(set).toHaveLength(5);
  });

  it('moves the key of a disabled entry to another one with the same key on macOS', () => {
    const { set, show } = setUp('darwin');
    const other = command('chat.send', 'Run', 'Mod+Enter');
    show(withRun(true, [other]));
    show(withRun(false, [other]));
    expect(set).toHaveLength(2);
    const grey = flat(set.at(-1) ?? []).find(({ id }) => id === 'studio.cleanup');
    expect(grey?.accelerator).toBeUndefined();
  });
});
