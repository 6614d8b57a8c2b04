/** Commands that are there on every screen: going to screens, connections, appearance, panels, help. */
import { spotlight } from '@mantine/spotlight';
import { DEFAULT_SETTINGS } from '../../shared/contract/default-settings.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import { useConnections, useSwitchConnection } from '../base/backend/connections.ts';
import { useSettings, useUpdateSettings } from '../base/backend/settings.ts';
import { useCommands, type Command } from '../base/commands/commands.ts';
import { showScreen } from '../base/screen/navigation.ts';
import { SCREENS } from './screens.tsx';

const APPEARANCES: readonly { readonly value: Settings['appearance']; readonly title: string }[] = [
  { value: 'dark', title: 'Dark appearance' },
  { value: 'light', title: 'Light appearance' },
  { value: 'system', title: 'System appearance' },
];

export function useShellCommands(showShortcuts: () => void): void {
  useCommands([
    ...screenCommands(),
    ...useConnectionCommands(),
    ...useViewCommands(),
    {
      id: 'app.palette',
      title: 'Show all commands',
      group: 'Help',
      shortcuts: ['Mod+K', 'Shift+Mod+P'],
      keywords: ['palette', 'search'],
      run: () => spotlight.open(),
    },
    {
      id: 'app.shortcuts',
      title: 'Show keyboard shortcuts',
      group: 'Help',
      shortcuts: ['?'],
      keywords: ['keys', 'gestures', 'help'],
      run: showShortcuts,
    },
  ]);
}

function screenCommands(): readonly Command[] {
  const top = SCREENS.filter(({ place }) => place === 'top');
  const bottom = SCREENS.filter(({ place }) => place === 'bottom');
  return [...top, ...bottom].map(({ id, title, shortcut, keywords = [] }, index) => ({
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

function useConnectionCommands(): readonly Command[] {
  const connections = useConnections() ?? [];
  const { use } = useSwitchConnection();
  return [
    ...connections.map((connection): Command => ({
      id: `connection.${connection.id}`,
      title: `Use connection: ${connection.name}`,
      group: 'Connections',
      keywords: ['account', 'switch', 'key', 'service'],
      obstacle: () => (connection.isActive ? 'In use' : undefined),
      run: () => use(connection),
    })),
    {
      id: 'connection.manage',
      title: 'Manage connections',
      group: 'Connections',
      keywords: ['account', 'add', 'connect', 'API key', 'gateway'],
      run: () => showScreen('settings'),
    },
  ];
}

function useViewCommands(): readonly Command[] {
  const settings = useSettings() ?? DEFAULT_SETTINGS;
  const update = useUpdateSettings();
  const { appearance, arePanelsShown } = settings;
  return [
    ...APPEARANCES.map(({ value, title }): Command => ({
      id: `view.appearance.${value}`,
      title,
      group: 'View',
      keywords: ['theme', 'color scheme', 'mode', 'colours'],
      obstacle: () => (appearance === value ? 'In use' : undefined),
      run: () => update({ appearance: value }),
    })),
    {
      id: arePanelsShown ? 'view.hidePanels' : 'view.showPanels',
      title: arePanelsShown ? 'Hide panels' : 'Show panels',
      group: 'View',
      shortcuts: ['Mod+B'],
      keywords: ['sidebar', 'panel', 'toolbar', 'collapse', 'focus'],
      run: () => update({ arePanelsShown: !arePanelsShown }),
    },
    {
      id: 'view.fullScreen',
      title: 'Full screen',
      group: 'View',
      shortcuts: ['F11'],
      keywords: ['fullscreen', 'maximize', 'presentation'],
      run: toggleFullScreen,
    },
  ];
}

function toggleFullScreen(): void {
  const change =
    document.fullscreenElement === null
      ? document.documentElement.requestFullscreen()
      : document.exitFullscreen();
  change.catch(() => undefined); // the system refuses: the window stays as it is
}
