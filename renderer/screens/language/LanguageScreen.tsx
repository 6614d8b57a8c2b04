/** Language models: conversations, and documents that a model continues. Two tabs; each is loaded when it is first shown. */
import { SegmentedControl } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { ScreenState } from '../../../shared/contract/screen-state.ts';
import { useRunningAnswers } from '../../texts/answers/index.ts';
import { useScreenStates, useUpdateScreenState } from '../../base/backend/screen-state.ts';
import { useCommands } from '../../base/commands/commands.ts';
import { ScreenProvider, useScreen } from '../../base/screen/screen-context.tsx';
import { useWorkDot } from '../../base/screen/screen-work.ts';
import { ErrorBoundary } from '../../base/ui/ErrorBoundary.tsx';
import classes from './Language.module.css';
import { LanguageHeadProvider } from './models/LanguageHead.tsx';
import { ModelsProvider } from './models/ModelsProvider.tsx';
import { useFollowModels } from './models/use-models.ts';

type Tab = ScreenState['languageTab'];

const TABS = [
  {
    id: 'chat',
    title: 'Chat',
    View: lazy(async () => ({ default: (await import('./chat/ChatView.tsx')).ChatView })),
  },
  {
    id: 'completion',
    title: 'Completion',
    View: lazy(async () => ({
      default: (await import('./completion/CompletionView.tsx')).CompletionView,
    })),
  },
] as const;

export function LanguageScreen() {
  const state = useScreenStates('languageTab');
  // the tab of the last time is not guessed: its code would be loaded for nothing
  return state === undefined ? null : (
    <ModelsProvider>
      <Tabs tab={state.languageTab} />
    </ModelsProvider>
  );
}

function Tabs({ tab }: { readonly tab: Tab }) {
  const { id, isInFront } = useScreen();
  const update = useUpdateScreenState();
  /** Tabs that were in front stay as they were left. */
  const [opened, setOpened] = useState<readonly Tab[]>([tab]);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  if (!opened.includes(tab)) setOpened([...opened, tab]);
  useTabCommands(tab);
  useFollowModels();
  return (
    <div className={classes['language']}>
      <WorkDot />
      <header className={classes['head']}>
        <SegmentedControl
          aria-label="Part of Language"
          data={TABS.map(({ id: value, title }) => ({ value, label: title }))}
          value={tab}
          onChange={(languageTab) => update({ languageTab })}
        />
        <div ref={setPlace} className={classes['headPlace']} />
      </header>
      {TABS.filter((each) => opened.includes(each.id)).map(({ id: tabId, View }) => (
        <div key={tabId} className={classes['view']} hidden={tabId !== tab}>
          <ScreenProvider id={id} isInFront={isInFront && tabId === tab}>
            <LanguageHeadProvider place={tabId === tab ? place : null}>
              <ErrorBoundary>
                <Suspense fallback={null}>
                  <View />
                </Suspense>
              </ErrorBoundary>
            </LanguageHeadProvider>
          </ScreenProvider>
        </div>
      ))}
    </div>
  );
}

/** A part of its own: an answer that begins or ends does not draw the tabs again. */
function WorkDot() {
  useWorkDot(useRunningAnswers((running) => running.size > 0));
  return null;
}

function useTabCommands(tab: Tab): void {
  const update = useUpdateScreenState();
  useCommands(
    TABS.map(({ id, title }) => ({
      id: `language.${id}`,
      title: `Show ${title}`,
      group: 'Language',
      keywords: ['tab', 'switch', 'model'],
      obstacle: () => (tab === id ? 'In front' : undefined),
      run: () => update({ languageTab: id }),
    })),
  );
}
