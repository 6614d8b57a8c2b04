import { Suspense, lazy, useLayoutEffect, useState, useEffect } from 'react';
import { useWasTrue } from '../core/ui/use-was-true.ts';
import { ScreenProvider } from '../core/screen/screen-context.tsx';
import { useNavigation } from '../core/screen/navigation.ts';
import { useReturnFocus } from '../core/screen/return-focus.ts';
import { useCommandKeys } from '../core/commands/use-command-keys.ts';
import { ErrorBoundary } from '../core/ui/ErrorBoundary.tsx';
import { Rail } from './Rail.tsx';
import { SCREENS, type ScreenRow } from './screens.tsx';
import { useReportDialog } from '../features/report/report.ts';
import classes from './Shell.module.css';
import { TopBar } from './TopBar.tsx';
import { useShellCommands } from './use-shell-commands.ts';
import { useGuide } from './guide/guide.ts';
import { useSetting } from '../core/backend/settings.ts';
import { useOwnKeys, type OwnKeys } from '../core/commands/key-bindings.ts';
import { useQuery } from '@tanstack/react-query';
import { backend, queries, readError } from '../core/backend/client.ts';
import { sayError } from '../core/backend/say-error.ts';
import { registeredCommands, useCommandSources } from '../core/commands/commands.ts';
import { menuOf } from '../core/commands/menu-model.ts';
import { Button, Group, Modal, Table } from '@mantine/core';
import {
  useOverBudget,
  type OverBudget,
  type OverBudgetAnswer,
} from '../core/backend/over-budget.ts';
import { count } from '../core/ui/format.ts';
import { formatAmount } from '../../shared/spend/exact-money.ts';
import { Note } from '../core/ui/variants.ts';

/** Changes within this time are sent together, ms. */
const SEND_AFTER = 50;

/** Keys that open a menu or start its shortcuts. */
const MENU_KEYS: ReadonlySet<string> = new Set(['Alt', 'Meta', 'F10']);

/**
 * Updates whether commands can run when the user may be about to open the menu: the pointer leaves
 * the page, a menu key is pressed, or the window loses focus.
 */
function useSystemMenu(): void {
  const hasMenu = useQuery(queries.app.info.queryOptions()).data?.hasMenu ?? false;
  useEffect(() => (hasMenu ? keepMenu() : undefined), [hasMenu]);
}

/** @returns stops it */
function keepMenu(): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  let lastSent = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function send(): Promise<void> {
    try {
      const menu = menuOf(registeredCommands(), await backend.photos.recent());
      const text = JSON.stringify(menu);
      if (text === lastSent || signal.aborted) return;
      lastSent = text;
      await backend.desktop.showMenu(menu);
    } catch (thrown) {
      lastSent = '';
      // the shell shows a lost line, and a new one starts with a new menu
      if (readError(thrown).kind === 'unexpected') sayError(thrown);
    }
  }
  function sendSoon(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void send(), SEND_AFTER);
  }
  sendSoon();
  const stopCommands = useCommandSources.subscribe(sendSoon);
  document.documentElement.addEventListener('pointerleave', sendSoon, { signal });
  window.addEventListener('blur', sendSoon, { signal });
  window.addEventListener(
    'keydown',
    (event) => {
      if (!MENU_KEYS.has(event.key)) return;
      // on the canvas, Alt belongs to the tools; whether it was used is known after all listeners
      setTimeout(() => {
        if (!event.defaultPrevented) sendSoon();
      });
    },
    { signal },
  );
  return () => {
    clearTimeout(timer);
    stopCommands();
    listeners.abort();
  };
}

const PERIOD_WORDS = { day: 'today', week: 'this week', month: 'this month' } as const;

/** Asks before a paid call that would exceed a budget. */
function BudgetQuestion() {
  const asked = useOverBudget((state) => state.asked);
  const answer = useOverBudget((state) => state.answer);
  return (
    <Modal
      opened={asked !== undefined}
      onClose={() => answer('no')}
      title="This goes over your budget"
      size="lg"
    >
      {asked !== undefined && <Question asked={asked} answer={answer} />}
    </Modal>
  );
}

function Question(props: {
  readonly asked: OverBudget;
  readonly answer: (answer: OverBudgetAnswer) => void;
}) {
  const { asked, answer } = props;
  const { billed, unbilled, cost, limit, calls, unpriced, period } = asked;
  const unbilledCalls = asked['unbilled calls'];
  return (
    <>
      <Table variant="vertical" layout="fixed">
        <Table.Tbody>
          <Row
            name={`Billed ${PERIOD_WORDS[period]}`}
            value={billed === '' ? 'Unknown' : formatAmount({ exact: billed, hasDecimals: true })}
          />
          <Row
            name={`Not billed yet (${count(unbilledCalls, 'call')})`}
            value={about(unbilled, unbilledCalls)}
          />
          <Row name={`This (${count(calls, 'call')})`} value={about(cost, calls)} />
          <Row name={`Budget ${PERIOD_WORDS[period]}`} value={money(limit)} />
        </Table.Tbody>
      </Table>
      <Note my="sm">
        {unpriced > 0 &&
          `${unpriced === 1 ? 'One call has no known price and counts' : `${unpriced} calls have no known price and count`} as nothing. `}
        Days are UTC. Nothing has been sent.
      </Note>
      <Group justify="flex-end" gap="xs">
        <Button data-autofocus onClick={() => answer('no')}>
          Don’t send
        </Button>
        <Button onClick={() => answer('today')}>Send, and don’t ask again today</Button>
        <Button variant="filled" onClick={() => answer('next')}>
          Send anyway
        </Button>
      </Group>
    </>
  );
}

function Row({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <Table.Tr>
      <Table.Th>{name}</Table.Th>
      <Table.Td ta="right">{value}</Table.Td>
    </Table.Tr>
  );
}

function about(units: number, calls: number): string {
  if (calls === 0) return money(0);
  return units === 0 ? 'Unknown' : `about ${money(units)}`;
}

const money = (units: number) => formatAmount({ exact: String(units), hasDecimals: true });

const GuideDialog = lazy(async () => ({
  default: (await import('./guide/GuideDialog.tsx')).GuideDialog,
}));

const CommandPalette = lazy(async () => ({
  default: (await import('./palette/CommandPalette.tsx')).CommandPalette,
}));

const ReportDialog = lazy(async () => ({
  default: (await import('../features/report/ReportDialog.tsx')).ReportDialog,
}));

const KeyEditor = lazy(async () => ({ default: (await import('./keys/KeyEditor.tsx')).KeyEditor }));

export function Shell() {
  const front = useFrontScreen();
  const [areShortcutsShown, setShortcutsShown] = useState(false);
  useCommandKeys();
  useReturnFocus();
  useFollowOwnKeys();
  useSystemMenu();
  useShellCommands(() => setShortcutsShown(true));
  return (
    <div className={classes['shell']}>
      <TopBar title={front.title} onShowShortcuts={() => setShortcutsShown(true)} />
      <Rail screens={SCREENS} frontId={front.id} />
      <main className={classes['main']}>
        <Screens front={front} />
      </main>
      <Suspense fallback={null}>
        <CommandPalette />
      </Suspense>
      <Suspense fallback={null}>
        <Report />
      </Suspense>
      <Suspense fallback={null}>
        <Guide />
      </Suspense>
      <BudgetQuestion />
      <Suspense fallback={null}>
        {areShortcutsShown && <KeyEditor onClose={() => setShortcutsShown(false)} />}
      </Suspense>
    </div>
  );
}

/**
 * Loads the user's shortcuts from the settings. Called once, by the shell, which renders its
 * screens again.
 */
function useFollowOwnKeys(): OwnKeys {
  const bindings = useSetting('keyBindings');
  const match = useSetting('keyMatch');
  useLayoutEffect(() => useOwnKeys.setState({ bindings, match }), [bindings, match]);
  return useOwnKeys();
}

function Guide() {
  return useWasTrue(useGuide((state) => state.pageId !== undefined)) && <GuideDialog />;
}

function Report() {
  return useWasTrue(useReportDialog((state) => state.isShown)) && <ReportDialog />;
}

/** The chosen screen, or the first one where none or an unknown one is chosen. */
function useFrontScreen(): ScreenRow {
  const screenId = useNavigation((state) => state.screenId);
  const [first] = SCREENS;
  if (first === undefined) throw new Error('There is no screen.');
  return SCREENS.find(({ id }) => id === screenId) ?? first;
}

function Screens({ front }: { readonly front: ScreenRow }) {
  /** Screens that were opened; those with `isKept` stay mounted. */
  const [opened, setOpened] = useState<readonly string[]>([front.id]);
  if (!opened.includes(front.id)) setOpened([...opened, front.id]);
  const mounted = SCREENS.filter(
    ({ id, isKept }) => id === front.id || (isKept && opened.includes(id)),
  );
  return mounted.map(({ id, Screen }) => (
    <div key={id} className={classes['screen']} hidden={id !== front.id}>
      <ScreenProvider id={id} isInFront={id === front.id}>
        <ErrorBoundary>
          <Suspense fallback={null}>
            <Screen />
          </Suspense>
        </ErrorBoundary>
      </ScreenProvider>
    </div>
  ));
}
