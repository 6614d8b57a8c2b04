import { Group, Stack, Text } from '@mantine/core';
import { CopyButton } from '../../../../core/ui/CopyButton.tsx';
import { useMemo, useState } from 'react';
import {
  PROMPT_CHARACTERS,
  PROMPT_FORMS,
  type PromptForm,
} from '../../../../../shared/contract/screen-state.ts';
import type { LanguageRequest } from '../../../../../shared/contract/language.ts';
import { useKeptState } from '../../../../core/backend/kept-state.ts';
import { useScreenState, useScreenStates } from '../../../../core/backend/settings.ts';
import { useCommands } from '../../../../core/commands/commands.ts';
import { bindCommands } from '../../../../core/commands/define-commands.ts';
import { PROMPTS } from '../../language-commands.ts';
import { Foot, MainButton } from '../../../../core/frame/Foot.tsx';
import { InFoot } from '../InFoot.tsx';
import { StopButton } from '../StopButton.tsx';
import { ErrorNotice } from '../../../../core/ui/ErrorNotice.tsx';
import { count, formatNumber } from '../../../../core/ui/format.ts';
import { GrowingTextarea } from '../../../../core/ui/GrowingTextarea.tsx';
import { describeAnswerRun } from '../../answers/answer-words.ts';
import { useCompletion, useCompletionSession, type CompletionSession } from '../session/index.ts';
import { useModels } from '../../models/use-models.ts';
import { NextRequest } from '../../request/NextRequest.tsx';
import { AnswerDetails } from '../../answers/AnswerDetails.tsx';
import { parsePrompts, type ParsedPrompts, placeOfChoice } from './parse-prompts.ts';
import classes from '../Completion.module.css';
import { usePromptAnswers, type PromptAnswers as Answers } from './use-prompt-answers.ts';
import {
  billedAnswers,
  costRange,
  tokensToSend,
} from '../../../../../shared/language/expected-cost.ts';
import { endWords, promptCostWords } from '../run/run-words.ts';

import shared from '../../../../core/ui/shared.module.css';
import { Segments } from '../../../../core/ui/Segments.tsx';
import { SmallButton, SmallNote } from '../../../../core/ui/variants.ts';

const LABELS: Readonly<Record<PromptForm, string>> = {
  texts: 'Texts',
  tokens: 'Token ids',
  'token-lists': 'Lists of token ids',
};

const HINTS: Readonly<Record<PromptForm, string>> = {
  texts: 'One prompt per line. Write \\n for a line break inside a prompt.',
  tokens: 'The ids of one prompt, by the model’s own tokenizer.',
  'token-lists': 'One prompt per line, as token ids.',
};

/** @param props.foot element of the inspector's foot */
export function PromptsView({ foot }: { readonly foot: HTMLElement | null }) {
  const isLoaded = useScreenStates('languagePrompts') !== undefined;
  return !isLoaded ? null : <Prompts foot={foot} />;
}

function Prompts({ foot }: { readonly foot: HTMLElement | null }) {
  'use no memo'; // asks the session, whose answers change with the settings and the models
  const session = useCompletionSession();
  const error = useCompletion((state) => state.error);
  const kept = useScreenState('languagePrompts');
  const [prompts, setPrompts] = useState(kept);
  useKeptState({ languagePrompts: prompts });
  const { form, text, runId, answers: perPrompt } = prompts;
  const [areDetailsShown, setDetailsShown] = useState(false);
  const settings = useCompletion((state) => state.settings);
  const { list } = useModels();
  const parsed = useMemo(() => parsePrompts(form, text), [form, text]);
  // memoized, because measuring a request is slow
  const request = useMemo(
    () => ({ settings, model: list?.defaultModel, own: requestOf(session, parsed) }),
    [session, settings, list?.defaultModel, parsed],
  ).own;
  const result = usePromptAnswers(runId);
  const isBusy = runId !== null && result.run === undefined && result.error === undefined;
  const obstacle = session.promptObstacle(parsed.count ?? 0) ?? parsed.problem;

  async function send(): Promise<void> {
    if (request === undefined || isBusy || obstacle !== undefined) return;
    const begun = await session.sendPrompts(request);
    if (begun !== undefined) setPrompts((before) => ({ ...before, ...begun }));
  }

  useCommands(
    bindCommands(PROMPTS, {
      'prompts.run': {
        obstacle: () => (isBusy ? 'Answers are being written' : obstacle),
        run: () => void send(),
      },
    }),
  );

  return (
    <Stack gap="sm" p="md" className={classes['view'] ?? ''}>
      <Group>
        <Segments
          aria-label="Form of the prompts"
          data={PROMPT_FORMS.map((value) => ({ value, label: LABELS[value] }))}
          value={form}
          onChange={(next) => setPrompts({ ...prompts, form: next })}
        />
        {request !== undefined && <NextRequest load={() => Promise.resolve(request)} />}
      </Group>
      <GrowingTextarea
        label="Prompts"
        description={HINTS[form]}
        leastLines={4}
        mostLines={12}
        maxLength={PROMPT_CHARACTERS}
        spellCheck={form === 'texts'}
        value={text}
        onChange={(event) => setPrompts({ ...prompts, text: event.currentTarget.value })}
      />
      {text !== '' && parsed.problem !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {parsed.problem}
        </Text>
      )}
      <InFoot place={foot}>
        <Foot
          what={obstacle ?? <PromptCost request={request} />}
          notice={
            error !== undefined && (
              <ErrorNotice
                error={error}
                onClose={() => session.store.setState({ error: undefined })}
              />
            )
          }
        >
          {isBusy ? (
            <StopButton onStop={() => session.stopPrompts(runId)} />
          ) : (
            <MainButton
              keys={PROMPTS['prompts.run']}
              obstacle={obstacle}
              onClick={() => void send()}
            >
              {parsed.problem === undefined ? `Run ${count(parsed.count, 'prompt')}` : 'Run'}
            </MainButton>
          )}
        </Foot>
      </InFoot>
      {result.run !== undefined && (
        <Group gap="xs">
          <SmallNote role="status">{describeAnswerRun(result.run)}</SmallNote>
          <SmallButton variant="subtle" onClick={() => setDetailsShown(true)}>
            Details
          </SmallButton>
          <AnswerDetails
            run={result.run}
            isOpen={areDetailsShown}
            onClose={() => setDetailsShown(false)}
          />
        </Group>
      )}
      {result.run?.error !== undefined && <ErrorNotice error={result.run.error} />}
      <PromptAnswers result={result} perPrompt={perPrompt} />
    </Stack>
  );
}

function requestOf(session: CompletionSession, parsed: ParsedPrompts): LanguageRequest | undefined {
  return parsed.problem === undefined ? session.promptRequest(parsed.prompt) : undefined;
}

/** @param props.request `undefined` if incomplete */
function PromptCost({ request }: { readonly request: LanguageRequest | undefined }) {
  const { find, list } = useModels();
  const model = find(request?.model);
  const isPractice = list?.isPractice === true;
  const words = useMemo(() => {
    if (request === undefined || model === undefined) return '';
    const { inputPricePerMillion: priceIn, outputPricePerMillion: priceOut, tokenRatio } = model;
    const prices =
      priceIn === undefined || priceOut === undefined ? undefined : { priceIn, priceOut };
    const tokens = Math.ceil(tokensToSend(request, tokenRatio));
    const cost = costRange(request, prices, tokenRatio);
    return `≈ ${formatNumber(tokens)} tokens to send, ${promptCostWords(cost, billedAnswers(request), isPractice)}`;
  }, [request, model, isPractice]);
  return words;
}

/** @param props.perPrompt answers to each prompt */
function PromptAnswers(props: { readonly result: Answers; readonly perPrompt: number }) {
  const { result, perPrompt } = props;
  return (
    <Stack component="ol" gap="md" maw="var(--gesso-reading)" aria-label="Answers">
      {result.texts.map((answer, choice) => {
        const place = placeOfChoice(choice, perPrompt);
        return (
          <li key={`${place.prompt} ${place.answer}`}>
            <Group justify="space-between" wrap="nowrap">
              <SmallNote>
                Prompt {place.prompt + 1}
                {perPrompt > 1 && `, answer ${place.answer + 1}`}
                {result.run !== undefined &&
                  `, ${endWords(result.run, choice, answer !== '').words}`}
              </SmallNote>
              {answer !== '' && (
                <CopyButton value={answer}>
                  {({ copied, copy }) => (
                    <SmallButton variant="subtle" onClick={copy}>
                      {copied ? 'Copied' : 'Copy'}
                    </SmallButton>
                  )}
                </CopyButton>
              )}
            </Group>
            <Text size="md" mt="2xs" className={shared['text'] ?? ''} dir="auto">
              {answer}
            </Text>
          </li>
        );
      })}
    </Stack>
  );
}
