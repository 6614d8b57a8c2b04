/** Loads each tab when it is first shown. */
import { type ReactNode, Suspense, lazy, useState } from 'react';
import { useRunningAnswers } from '../../markdown/answers/index.ts';
import { useScreenStates, useUpdateScreenState } from '../../core/backend/settings.ts';
import { useCommands } from '../../core/commands/commands.ts';
import { bindCommands } from '../../core/commands/define-commands.ts';
import { LANGUAGE_TABS } from './language-commands.ts';
import { ScreenProvider, useScreen } from '../../core/screen/screen-context.tsx';
import { useWorkDot } from '../../core/screen/screen-work.ts';
import { ErrorBoundary } from '../../core/ui/ErrorBoundary.tsx';
import classes from './Language.module.css';
import type { LanguageTab } from './LanguageTabs.tsx';
import { ModelsContext, useKeptModels } from './models/use-models.ts';

function ModelsProvider({ children }: { readonly children: ReactNode }) {
  return <ModelsContext value={useKeptModels()}>{children}</ModelsContext>;
}

const VIEWS = {
  chat: lazy(async () => ({ default: (await import('./chat/ChatView.tsx')).ChatView })),
  completion: lazy(async () => ({
    default: (await import('./completion/CompletionView.tsx')).CompletionView,
  })),
} as const;

export function LanguageScreen() {
  const state = useScreenStates('languageTab');
  // guessing a tab would load its code for nothing
  return state === undefined ? null : (
    <ModelsProvider>
      <Tabs tab={state.languageTab} />
    </ModelsProvider>
  );
}

function Tabs({ tab }: { readonly tab: LanguageTab }) {
  const { id, isInFront } = useScreen();
  const [opened, setOpened] = useState<readonly LanguageTab[]>([tab]);
  if (!opened.includes(tab)) setOpened([...opened, tab]);
  useTabCommands(tab);
  return (
    <>
      <WorkDot />
      {opened.map((each) => {
        const View = VIEWS[each];
        return (
          <div key={each} className={classes['view']} hidden={tab !== each}>
            <ScreenProvider id={id} isInFront={isInFront && tab === each}>
              <ErrorBoundary>
                <Suspense fallback={null}>
                  <View />
                </Suspense>
              </ErrorBoundary>
            </ScreenProvider>
          </div>
        );
      })}
    </>
  );
}

/** A component of its own so that the tabs do not render when an answer begins or ends. */
function WorkDot() {
  useWorkDot(useRunningAnswers((running) => running.size > 0));
  return null;
}

function useTabCommands(tab: LanguageTab): void {
  const update = useUpdateScreenState();
  const show = (id: LanguageTab) => ({
    obstacle: () => (tab === id ? 'In front' : undefined),
    run: () => update({ languageTab: id }),
  });
  useCommands(bindCommands(LANGUAGE_TABS, { chat: show('chat'), completion: show('completion') }));
}
