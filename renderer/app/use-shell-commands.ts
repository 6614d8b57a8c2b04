import { useQuery } from '@tanstack/react-query';
import { backend, queries } from '../core/backend/client.ts';
import { useConnections, useSwitchConnection } from '../core/backend/connections.ts';
import {
  useScreenState,
  useSetting,
  useUpdateScreenState,
  useUpdateSettings,
} from '../core/backend/settings.ts';
import { sayError } from '../core/backend/say-error.ts';

import { useCommands, type Command } from '../core/commands/commands.ts';
import {
  appearanceCommands,
  closeCommand,
  FULL_SCREEN,
  helpCommands,
  MANAGE_CONNECTIONS,
  settingsCommands,
  screenCommands,
} from './shell-commands.ts';

export function useShellCommands(showShortcuts: () => void): void {
  useCommands([
    ...screenCommands(),
    ...useConnectionCommands(),
    ...useViewCommands(),
    ...helpCommands(showShortcuts),
    closeCommand(useCloseWindow()),
  ]);
}

/** `undefined` in a browser. */
function useCloseWindow(): (() => void) | undefined {
  const canClose = useQuery(queries.app.info.queryOptions()).data?.canCloseWindow ?? false;
  if (!canClose) return undefined;
  return () => backend.desktop.closeWindow().catch(sayError);
}

function useConnectionCommands(): readonly Command[] {
  const connections = useConnections() ?? [];
  const { use } = useSwitchConnection(sayError);
  return [
    ...connections.map((connection): Command => ({
      id: `connection.${connection.id}`,
      title: `Use connection: ${connection.name}`,
      group: 'Connections',
      keywords: ['account', 'switch', 'key', 'service'],
      obstacle: () => (connection.isActive ? 'In use' : undefined),
      run: () => use(connection),
    })),
    MANAGE_CONNECTIONS,
    ...settingsCommands(),
  ];
}

function useViewCommands(): readonly Command[] {
  const appearance = useSetting('appearance');
  const arePanelsShown = useScreenState('arePanelsShown');
  const update = useUpdateSettings();
  const updateScreens = useUpdateScreenState();
  return [
    ...appearanceCommands(appearance, (value) => update({ appearance: value })),
    {
      id: arePanelsShown ? 'view.hidePanels' : 'view.showPanels',
      title: arePanelsShown ? 'Hide panels' : 'Show panels',
      group: 'View',
      keyId: 'view.hidePanels',
      shortcuts: ['Mod+B'],
      keywords: ['sidebar', 'panel', 'toolbar', 'collapse', 'focus'],
      run: () => updateScreens({ arePanelsShown: !arePanelsShown }),
    },
    FULL_SCREEN,
  ];
}
