import { Box, Button, Center, Stack } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { LanguageParameters } from '../../../../shared/contract/language.ts';
import { useScreenState, useScreenStates } from '../../../core/backend/settings.ts';
import { useIntent, useNavigation } from '../../../core/screen/navigation.ts';
import { Frame, StatusEnd } from '../../../core/frame/Frame.tsx';
import { Inspector } from '../../../core/frame/Inspector.tsx';
import { ParametersPanel } from '../parameters/ParametersPanel.tsx';
import { ParameterPresets, WIDEST_PANEL } from '../parameters/ParameterPresets.tsx';

import { Candidates } from './Candidates.tsx';
import type { OpenDocument } from './document/open-document.ts';
import { DocumentBar } from './editor/DocumentBar.tsx';
import { FindInDocument } from './editor/FindInDocument.tsx';
import { DocumentList } from './DocumentList.tsx';
import { PromptsView } from './prompts/PromptsView.tsx';
import { LastAnswerBar } from './run/LastAnswerBar.tsx';
import { PromptMeterProvider, useMeter } from './run/PromptMeter.tsx';
import { DocumentFoot } from './run/DocumentFoot.tsx';
import { CompletionProvider, useCompletion, useCompletionSession } from './session/index.ts';
import { TableView } from './table/TableView.tsx';
import { useCompletionCommands } from './use-completion-commands.ts';
import './editor/document.css';
import { useModels } from '../models/use-models.ts';
import { count, formatNumber } from '../../../core/ui/format.ts';
import { ContextSize } from '../request/ContextSize.tsx';
import { PROBABILITY_CLASSES } from './document/probability.ts';
import { ChoiceField } from '../../../core/ui/ChoiceField.tsx';
import { SwitchRow } from '../../../core/ui/Form.tsx';
import { choicesOf } from '../../../core/ui/choices-of.ts';

const PLACES = choicesOf({ end: 'End', cursor: 'Cursor' });

const BEGINNING =
  'Five ways to photograph a bowl of figs so that they look ripe and freshly cut:\n\n1. ';

export function CompletionView() {
  return (
    <CompletionProvider>
      <Completion />
    </CompletionProvider>
  );
}

function PlaceField() {
  const session = useCompletionSession();
  const place = useCompletion((state) => state.settings.place);
  return (
    <ChoiceField
      label="Continue at"
      hint="Where the model writes. A selection is replaced."
      choices={PLACES}
      value={place}
      onChange={(next) => session.change({ place: next })}
    />
  );
}

/** For narrow windows, whose toolbar has no room for this switch. */
function ProbabilitiesField() {
  const session = useCompletionSession();
  const areShown = useCompletion((state) => state.settings.areProbabilitiesShown);
  return (
    <SwitchRow
      label="Show in the text"
      checked={areShown}
      onChange={(areProbabilitiesShown) => session.change({ areProbabilitiesShown })}
    />
  );
}

function DocumentStatus() {
  const meter = useMeter();
  const areShown = useCompletion((state) => state.settings.areProbabilitiesShown);
  return (
    <>
      {meter !== undefined && (
        <>
          <span>{count(meter.words, 'word')}</span>
          <ContextSize
            share={meter.share}
            isOver={meter.over > 0}
            hint="Prompt and longest answer, in the context of the model."
            words={`${meter.isEstimate ? '≈ ' : ''}${formatNumber(meter.tokens)}${
              meter.limit === undefined ? '' : ` of ${formatNumber(meter.limit)}`
            } tokens`}
          />
        </>
      )}
      {areShown && <Legend />}
    </>
  );
}

function Legend() {
  return (
    <StatusEnd>
      <span>Probability below</span>
      {PROBABILITY_CLASSES.slice(0, -1).map((most, index) => (
        <span key={most} className={`cm-probability cm-probability-${index + 1}`}>
          {most * 100} %
        </span>
      ))}
    </StatusEnd>
  );
}

function ExampleLine({ document }: { readonly document: OpenDocument }) {
  const session = useCompletionSession();
  const isPractice = useModels().list?.isPractice === true;
  const isEmpty = useCompletion(({ length }) => length === 0);
  if (!isEmpty) return null;
  return (
    <Box pos="absolute" bottom="var(--gesso-space-lg)" left={0} right={0} w="fit-content" mx="auto">
      <Button
        onClick={() => {
          document.apply({
            changes: { from: 0, insert: BEGINNING },
            selection: { anchor: BEGINNING.length },
          });
          document.focus();
          // free in practice; elsewhere the user presses Continue
          if (isPractice) void session.run();
        }}
      >
        Use an example
      </Button>
    </Box>
  );
}

function NoDocument() {
  const session = useCompletionSession();
  const isRestored = useCompletion((state) => state.isRestored);
  if (!isRestored) return <Box flex={1} />;
  return (
    <Center flex={1}>
      <Button variant="filled" onClick={() => void session.create()}>
        New document
      </Button>
    </Center>
  );
}

/** CodeMirror owns the text; React only mounts it. */
function DocumentEditor({ document }: { readonly document: OpenDocument }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place.current === null) return undefined;
    return document.mount(place.current);
  }, [document]);
  return <Box ref={place} flex="1 1 0" mih={0} />;
}

function Completion() {
  const session = useCompletionSession();
  const arePanelsShown = useScreenState('arePanelsShown');
  const document = useCompletion((state) => state.document);
  const mode = useCompletion((state) => state.mode);
  const parameters = useCompletion((state) => state.settings.parameters);
  const setParameters = (next: LanguageParameters) => session.change({ parameters: next });
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
            title="Settings"
            head={
              <ParameterPresets use="completion" parameters={parameters} onChange={setParameters} />
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
