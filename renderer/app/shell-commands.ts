/** The shell's commands; `use-shell-commands.ts` registers them. */
import { spotlight } from '@mantine/spotlight';
import type { Settings } from '../../shared/contract/settings.ts';
import type { Command, CommandInfo } from '../core/commands/commands.ts';
import { frontCloser } from '../core/screen/closers.ts';
import { showScreen, useNavigation } from '../core/screen/navigation.ts';
import { closeOverlay, frontOverlay } from '../core/screen/overlays.ts';
import { reportProblem } from '../features/report/report.ts';
import { openGuide } from './guide/guide.ts';
import { SCREENS } from './screens.tsx';

const APPEARANCES: readonly { readonly value: Settings['appearance']; readonly title: string }[] = [
  { value: 'dark', title: 'Dark appearance' },
  { value: 'light', title: 'Light appearance' },
  { value: 'system', title: 'System appearance' },
];

/** One for each screen, in the order of the rail; the first nine have `Alt` and a number. */
export function screenCommands(): readonly Command[] {
  return SCREENS.map(({ id, title, shortcut, keywords = [] }, index) => ({
    id: `go.${id}`,
    title: `Go to ${title}`,
    group: 'Go to',
    shortcuts: [
      ...(shortcut === undefined ? [] : [shortcut]),
      ...(index < 9 ? [`Alt+${index + 1}`] : []),
    ],
    keywords: ['open', 'show', 'screen', ...keywords],
    run: () => showScreen(id),
  }));
}

/** @param inUse the current appearance, whose command cannot run */
export function appearanceCommands(
  inUse: Settings['appearance'],
  choose: (appearance: Settings['appearance']) => void,
): readonly Command[] {
  return APPEARANCES.map(({ value, title }) => ({
    id: `view.appearance.${value}`,
    title,
    group: 'View',
    keywords: ['theme', 'color scheme', 'colour scheme', 'mode', `${value} mode`, 'night'],
    obstacle: () => (inUse === value ? 'In use' : undefined),
    run: () => choose(value),
  }));
}

export const PALETTE: Command = {
  id: 'app.palette',
  title: 'Show all commands',
  group: 'Help',
  shortcuts: ['Mod+K', 'Shift+Mod+P'],
  keywords: ['palette', 'search'],
  run: () => spotlight.open(),
};

export const SHORTCUTS: CommandInfo = {
  id: 'app.shortcuts',
  title: 'Show keyboard shortcuts',
  group: 'Help',
  shortcuts: ['?'],
  keywords: ['keys', 'hotkeys', 'gestures', 'help'],
};

export const GUIDE: Command = {
  id: 'app.guide',
  title: 'Guide',
  group: 'Help',
  shortcuts: ['F1'],
  keywords: ['help', 'manual', 'how to', 'documentation', 'tutorial', 'learn'],
  run: () => openGuide(useNavigation.getState().screenId ?? SCREENS[0]?.id ?? ''),
};

/** @param showShortcuts opens the shortcuts */
export function helpCommands(showShortcuts: () => void): readonly Command[] {
  return [
    PALETTE,
    { ...SHORTCUTS, run: showShortcuts },
    GUIDE,
    {
      id: 'app.report',
      title: 'Report a problem…',
      group: 'Help',
      keywords: ['bug', 'issue', 'support', 'error', 'crash', 'diagnostics', 'feedback'],
      run: reportProblem,
    },
  ];
}

/** @param closeWindow missing in a browser, which keeps Mod+W for itself */
export function closeCommand(closeWindow: (() => void) | undefined): Command {
  return {
    id: 'app.close',
    title: 'Close',
    group: 'Window',
    shortcuts: closeWindow === undefined ? ['Alt+W'] : ['Mod+W', 'Alt+W'],
    keywords: ['dialog', 'photo', 'clip', 'comparison', 'conversation', 'document', 'tab', 'leave'],
    isForDialogs: true,
    obstacle: () =>
      closeWindow !== undefined || hasOpen() ? undefined : 'Nothing is open in front',
    run: () => closeFront(closeWindow),
  };
}

export const MANAGE_CONNECTIONS: Command = {
  id: 'connection.manage',
  title: 'Manage connections',
  group: 'Connections',
  keywords: [
    'account',
    'add',
    'connect',
    'API key',
    'key',
    'gateway',
    'practice',
    'log in',
    'log out',
    'remove account',
  ],
  run: () => showScreen('settings'),
};

/** Sections of Settings that people search for by name. */
const SECTIONS: readonly (readonly [id: string, title: string, keywords: readonly string[]])[] = [
  ['prices', 'Prices', ['price', 'cost', 'rates', 'money', 'estimate']],
  [
    'appearance',
    'Ground and text size',
    ['appearance', 'background', 'font size', 'larger text', 'csv format'],
  ],
  ['calls', 'Call limits', ['rate limit', 'timeout', 'calls at once', 'calls per minute', 'queue']],
  ['activity', 'Calls to keep', ['activity', 'privacy', 'log', 'history of calls']],
  [
    'storage',
    'Storage',
    ['disk space', 'free space', 'clean up', 'cache', 'move the library', 'library folder'],
  ],
  ['backups', 'Backups', ['back up the library', 'backup', 'restore', 'earlier library']],
  [
    'about',
    'Self-check and version',
    ['run self-check', 'diagnose', 'test', 'about', 'version', 'licences', 'licenses'],
  ],
];

export function settingsCommands(): readonly Command[] {
  return SECTIONS.map(([sectionId, title, keywords]) => ({
    id: `settings.${sectionId}`,
    title,
    group: 'Settings',
    keywords: ['settings', ...keywords],
    run: () => showScreen('settings', { kind: 'show-section', sectionId }),
  }));
}

export const FULL_SCREEN: Command = {
  id: 'view.fullScreen',
  title: 'Full screen',
  group: 'View',
  shortcuts: ['F11'],
  keywords: ['fullscreen', 'maximize', 'presentation'],
  run: toggleFullScreen,
};

function toggleFullScreen(): void {
  const change =
    document.fullscreenElement === null
      ? document.documentElement.requestFullscreen()
      : document.exitFullscreen();
  change.catch(() => undefined); // the system refused; the window stays as it is
}

/** Whether there is something to close before the window. */
function hasOpen(): boolean {
  return frontOverlay() !== undefined || frontCloser() !== undefined;
}

/** @param closeWindow only where Gesso has a window of its own */
function closeFront(closeWindow: (() => void) | undefined): void {
  const overlay = frontOverlay();
  if (overlay !== undefined) return closeOverlay(overlay);
  const closer = frontCloser();
  if (closer === undefined) closeWindow?.();
  else closer.close();
}
