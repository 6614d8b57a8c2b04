import { Suspense, lazy, useLayoutEffect, useState } from 'react';
import { useWasTrue } from '../core/ui/use-was-true.ts';
import { ScreenProvider } from '../core/screen/screen-context.tsx';
import { useNavigation } from '../core/screen/navigation.ts';
import { useCommandKeys } from '../core/commands/use-command-keys.ts';
import { BudgetQuestion } from './BudgetQuestion.tsx';
import { ErrorBoundary } from '../core/ui/ErrorBoundary.tsx';
import { Rail } from './Rail.tsx';
import { SCREENS, type ScreenRow } from './screens.tsx';
import { useReportDialog } from '../features/report/report.ts';
import classes from './Shell.module.css';
import { TopBar } from './TopBar.tsx';
import { useShellCommands } from './use-shell-commands.ts';
import { useSystemMenu } from './use-system-menu.ts';
import { useGuide } from './guide/guide.ts';
import { useSetting } from '../core/backend/settings.ts';
import { type OwnKeys, useOwnKeys } from '../core/commands/key-bindings.ts';

const GuideDialog = lazy(async () => ({
  default: (await import('./guide/GuideDialog.tsx')).GuideDialog,
}));

const CommandPalette = lazy(async () => ({
  default: (await import('./palette/CommandPalette.tsx')).CommandPalette,
}));

const ReportDialog = lazy(async () => ({
  default: (await import('../features/report/ReportDialog.tsx')).ReportDialog,
}));

const KeyEditor = lazy(async () => ({
  default: (await import('./keys/KeyEditor.tsx')).KeyEditor,
}));

export function Shell() {
  const front = useFrontScreen();
  const [areShortcutsShown, setShortcutsShown] = useState(false);
  useCommandKeys();
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
