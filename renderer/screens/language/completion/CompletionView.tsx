import { Stack, Text } from '@mantine/core';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { LanguageParameters } from '../../../../shared/contract/language.ts';
import { useScreenState, useScreenStates } from '../../../core/backend/settings.ts';
import { useIntent, useNavigation } from '../../../core/screen/navigation.ts';
import { Frame } from '../../../core/frame/Frame.tsx';
import { Inspector } from '../../../core/frame/Inspector.tsx';
import { ParametersPanel } from '../parameters/ParametersPanel.tsx';
import { ParameterPresets } from '../parameters/ParameterPresets.tsx';
import { WIDEST_PANEL } from '../parameters/panel-width.ts';
import { Candidates } from './Candidates.tsx';
import type { OpenDocument } from './document/open-document.ts';
import { DocumentEditor } from './editor/DocumentEditor.tsx';
import { DocumentBar } from './editor/DocumentBar.tsx';
import { FindInDocument } from './editor/FindInDocument.tsx';
import { NoDocument } from './editor/NoDocument.tsx';
import { DocumentList } from './DocumentList.tsx';
import { PromptsView } from './prompts/PromptsView.tsx';
import { DocumentStatus } from './run/DocumentStatus.tsx';
import { ExampleLine } from './run/ExampleLine.tsx';
import { LastAnswerBar } from './run/LastAnswerBar.tsx';
import { PlaceField, ProbabilitiesField } from './run/PlaceField.tsx';
import { PromptMeterProvider } from './run/PromptMeter.tsx';
import { DocumentFoot } from './run/DocumentFoot.tsx';
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
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  return (
    <PromptMeterProvider>
      <Frame
        toolbar={<DocumentBar />}
        list={arePanelsShown ? <DocumentList /> : undefined}
        status={mode === 'text' && document !== undefined ? <DocumentStatus /> : undefined}
        inspector={
          <Inspector
            label="Parameters"
            most={WIDEST_PANEL}
            head={
              <>
                <Text component="h2" size="sm" fw={600} flex={1}>
                  Settings
                </Text>
                <ParameterPresets
                  use="completion"
                  parameters={parameters}
                  onChange={setParameters}
                />
              </>
            }
            footer={mode === 'text' ? <DocumentFoot /> : <div ref={setFoot} />}
          >
            <ParametersPanel
              use="completion"
              parameters={parameters}
              onChange={setParameters}
              first={mode === 'text' ? PLACE_FIELD : undefined}
              probabilities={mode === 'text' ? PROBABILITIES_FIELD : undefined}
            />
            {mode === 'text' && <LastAnswerBar />}
          </Inspector>
        }
      >
        <Stack component="section" gap={0} h="100%" aria-label="Document and answers">
          {mode === 'text' && <TextMode document={document} />}
          {mode === 'prompts' && <PromptsView foot={foot} />}
          {mode === 'table' && <TableView foot={foot} />}
        </Stack>
      </Frame>
    </PromptMeterProvider>
  );
}

/** Stable elements, so that the parameters do not render again. */
const PLACE_FIELD = <PlaceField />;
const PROBABILITIES_FIELD = <ProbabilitiesField />;

function TextMode({ document }: { readonly document: OpenDocument | undefined }) {
  const isFinding = useCompletion((state) => state.isFinding);
  const session = useCompletionSession();
  if (document === undefined) return <NoDocument />;
  return (
    <>
      {isFinding && (
        <FindInDocument
          document={document}
          onClose={() => session.store.setState({ isFinding: false })}
        />
      )}
      <DocumentEditor document={document} />
      <ExampleLine document={document} />
      <Candidates />
    </>
  );
}

function useOrders(): void {
  const session = useCompletionSession();
  const isRestored = useCompletion((state) => state.isRestored);
  const isOrdered = useNavigation(({ intent }) => intent?.kind === 'show-document');
  useIntent((intent) => {
    if (intent.kind === 'show-document') void session.open(intent.documentId, intent.runId);
  }, isRestored && isOrdered);
}

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
