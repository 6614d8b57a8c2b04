/** Rail, top bar and the screen between them. */
import { ActionIcon, Alert, Badge, Text, Tooltip } from '@mantine/core';
import { spotlight } from '@mantine/spotlight';
import { IconBrush, IconCommand, IconKeyboard, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { backendLine, queries } from '../backend/client.ts';
import { runningJobs, useJobs } from '../backend/jobs.ts';
import { useCommands } from '../commands/commands.ts';
import { useCommandKeys } from '../commands/use-command-keys.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { CommandPalette } from './CommandPalette.tsx';
import { showScreen, useNavigation, type Screen } from './navigation.ts';
import { ShortcutList } from './ShortcutList.tsx';
import classes from './Shell.module.css';

const SCREENS: readonly {
  readonly id: Screen;
  readonly title: string;
  readonly icon: ReactNode;
  readonly shortcut: string;
}[] = [
  { id: 'studio', title: 'Studio', icon: <IconBrush size={20} />, shortcut: 'Alt+1' },
  { id: 'settings', title: 'Settings', icon: <IconSettings size={20} />, shortcut: 'Mod+,' },
];

/** @param screens the content of each screen */
export function Shell({ screens }: { readonly screens: Readonly<Record<Screen, ReactNode>> }) {
  const screen = useNavigation((state) => state.screen);
  const [areShortcutsShown, setShortcutsShown] = useState(false);
  useCommandKeys();
  useCommands([
    ...SCREENS.map(({ id, title, shortcut }) => ({
      id: `go.${id}`,
      title: `Go to ${title}`,
      group: 'Go to',
      shortcuts: [shortcut],
      run: () => showScreen(id),
    })),
    {
      id: 'app.palette',
      title: 'Show all commands',
      group: 'Help',
      shortcuts: ['Mod+K'],
      run: () => spotlight.open(),
    },
    {
      id: 'app.shortcuts',
      title: 'Show keyboard shortcuts',
      group: 'Help',
      shortcuts: ['?'],
      run: () => setShortcutsShown(true),
    },
  ]);
  return (
    <div className={classes['shell']}>
      <TopBar onShowShortcuts={() => setShortcutsShown(true)} />
      <LostLine />
      <nav className={classes['rail']} aria-label="Screens">
        {SCREENS.map(({ id, title, icon }, index) => (
          <RailEntry
            key={id}
            title={title}
            icon={icon}
            isActive={id === screen}
            isLast={index === SCREENS.length - 1}
            onClick={() => showScreen(id)}
          />
        ))}
      </nav>
      <main className={classes['main']}>
        {SCREENS.map(({ id }) => (
          <div key={id} className={classes['screen']} hidden={id !== screen}>
            <ErrorBoundary>{screens[id]}</ErrorBoundary>
          </div>
        ))}
      </main>
      <CommandPalette />
      <ShortcutList isShown={areShortcutsShown} onClose={() => setShortcutsShown(false)} />
    </div>
  );
}

function RailEntry(props: {
  readonly title: string;
  readonly icon: ReactNode;
  readonly isActive: boolean;
  readonly isLast: boolean;
  readonly onClick: () => void;
}) {
  return (
    <>
      {props.isLast && <div className={classes['spacer']} />}
      <Tooltip label={props.title} position="right">
        <ActionIcon
          size={38}
          variant={props.isActive ? 'light' : 'subtle'}
          color={props.isActive ? 'rose' : 'gray'}
          aria-label={props.title}
          aria-current={props.isActive ? 'page' : undefined}
          onClick={props.onClick}
        >
          {props.icon}
        </ActionIcon>
      </Tooltip>
    </>
  );
}

function TopBar({ onShowShortcuts }: { readonly onShowShortcuts: () => void }) {
  const connections = useQuery(queries.connections.list.queryOptions());
  const active = connections.data?.find(({ isActive }) => isActive);
  const running = useJobs((state) => runningJobs(state.jobs).length);
  return (
    <div className={classes['bar']} role="region" aria-label="Top bar">
      <Text className={classes['brand'] ?? ''} component="h1">
        Gesso
      </Text>
      {active?.kind === 'practice' && (
        <Tooltip label="Everything runs on this computer; nothing costs money.">
          <Badge className={classes['practice'] ?? ''} radius="sm" tt="none" tabIndex={0}>
            Practice
          </Badge>
        </Tooltip>
      )}
      {active?.kind === 'account' && (
        <Badge variant="light" color="gray" radius="sm" tt="none">
          {active.name}
        </Badge>
      )}
      <div className={classes['spacer']} />
      {running > 0 && (
        <Badge variant="dot" color="rose" radius="sm" tt="none" role="status">
          {running === 1 ? '1 run under way' : `${running} runs under way`}
        </Badge>
      )}
      <Tooltip label="All commands">
        <ActionIcon aria-label="All commands" onClick={() => spotlight.open()}>
          <IconCommand size={18} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Keyboard shortcuts">
        <ActionIcon aria-label="Keyboard shortcuts" onClick={onShowShortcuts}>
          <IconKeyboard size={18} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

function LostLine() {
  const state = useSyncExternalStore(backendLine.subscribe, backendLine.state);
  if (state !== 'lost') return null;
  return (
    <Alert className={classes['lost'] ?? ''} color="orange" variant="filled" role="alert">
      This window has lost its connection to Gesso and tries to get it back. If the program was
      closed, start it again; nothing that was saved is lost.
    </Alert>
  );
}
