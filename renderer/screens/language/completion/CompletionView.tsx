/** Documents that a language model continues: their list, the open one, and the parameters. */
import { useCallback, useEffect, useEffectEvent } from 'react';
import type { LanguageParameters } from '../../../../shared/contract/language.ts';
import { useScreenState, useScreenStates } from '../../../base/backend/screen-state.ts';
import { useIntent, useNavigation } from '../../../base/screen/navigation.ts';
import { Inspector } from '../../../base/frame/Inspector.tsx';
import { ParametersPanel } from '../parameters/ParametersPanel.tsx';
import { WIDEST_PANEL } from '../parameters/panel-width.ts';
import { NextRequest } from '../request/NextRequest.tsx';
import { Candidates } from './candidates/Candidates.tsx';
import classes from './Completion.module.css';
import type { OpenDocument } from './document/open-document.ts';
import { DocumentEditor } from './editor/DocumentEditor.tsx';
import { DocumentHead } from './editor/DocumentHead.tsx';
import { FindInDocument } from './editor/FindInDocument.tsx';
import { NoDocument } from './editor/NoDocument.tsx';
import { DocumentList } from './list/DocumentList.tsx';
import { PromptsView } from './prompts/PromptsView.tsx';
import { RunBar } from './run/RunBar.tsx';
import { CompletionProvider, useCompletion, useCompletionSession } from './session/index.ts';
import { TableView } from './table/TableView.tsx';
import { useCompletionCommands } from './use-completion-commands.ts';

export function CompletionView() {
  return (
    <CompletionProvider>
      <Completion />
    </CompletionProvider>
  );
}

function Completion() {
  const session = useCompletionSession();
  const arePanelsShown = useScreenState('arePanelsShown');
  const document = useCompletion((state) => state.document);
  const mode = useCompletion((state) => state.mode);
  const parameters = useCompletion((state) => state.settings.parameters);
  const setParameters = useCallback(
    (next: LanguageParameters) => session.change({ parameters: next }),
    [session],
  );
  useRestored();
  useOrders();
  useCompletionCommands();
  return (
    <div className={classes['completion']}>
      <DocumentHead />
      {arePanelsShown && <DocumentList />}
      <section className={classes['middle']} aria-label="Document and answers">
        {mode === 'text' && <TextMode document={document} />}
        {mode === 'prompts' && <PromptsView />}
        {mode === 'table' && <TableView />}
      </section>
      <Inspector label="Parameters" most={WIDEST_PANEL}>
        <ParametersPanel use="completion" parameters={parameters} onChange={setParameters} />
        {mode === 'text' && <NextRequest load={() => Promise.resolve(session.nextRequest())} />}
      </Inspector>
    </div>
  );
}

function TextMode({ document }: { readonly document: OpenDocument | undefined }) {
  const isFinding = useCompletion((state) => state.isFinding);
  const session = useCompletionSession();
  if (document === undefined) return <NoDocument />;
  return (
    <>
      {isFinding && <FindInDocument document={document} onClose={() => session.find(false)} />}
      <DocumentEditor document={document} />
      <Candidates />
      <RunBar document={document} />
    </>
  );
}

/** Documents that another screen asks for, after the one of the last time. */
function useOrders(): void {
  const session = useCompletionSession();
  const isRestored = useCompletion((state) => state.isRestored);
  const isOrdered = useNavigation(({ intent }) => intent?.kind === 'show-document');
  useIntent((intent) => {
    if (intent.kind === 'show-document') void session.open(intent.documentId, intent.runId);
  }, isRestored && isOrdered);
}

/** The document of the last time. */
function useRestored(): void {
  const session = useCompletionSession();
  const state = useScreenStates('languageDocumentId');
  const isLoaded = state !== undefined;
  const restore = useEffectEvent(() => {
    if (state !== undefined) void session.restore(state.languageDocumentId);
  });
  useEffect(() => {
    if (isLoaded) restore();
  }, [isLoaded]);
}
