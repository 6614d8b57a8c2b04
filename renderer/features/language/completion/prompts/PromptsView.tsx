/** Several prompts in one request, or prompts as token ids, with an answer for each. */
import { Button, CopyButton, Group, SegmentedControl, Text } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { useState } from 'react';
import {
  DEFAULT_SETTINGS,
  PROMPT_CHARACTERS,
  PROMPT_FORMS,
  type PromptForm,
} from '../../../../../shared/contract/default-settings.ts';
import { useKeptSettings } from '../../../../backend/kept-settings.ts';
import { useSettings } from '../../../../backend/settings.ts';
import { useCommands } from '../../../../commands/commands.ts';
import { SendButton } from '../../../../jobs/SendButton.tsx';
import { ErrorNotice } from '../../../../ui/ErrorNotice.tsx';
import { count } from '../../../../ui/format.ts';
import { GrowingTextarea } from '../../../../ui/GrowingTextarea.tsx';
import { describeRun } from '../../chat/model/answer-words.ts';
import { useCompletion, useCompletionSession } from '../session/index.ts';
import { endWords } from '../run/end-words.ts';
import { parsePrompts, placeOfChoice } from './parse-prompts.ts';
import classes from './Prompts.module.css';
import { usePromptAnswers } from './use-prompt-answers.ts';

const LABELS: Readonly<Record<PromptForm, string>> = {
  texts: 'Texts',
  tokens: 'Token ids',
  'token-lists': 'Lists of token ids',
};

const HINTS: Readonly<Record<PromptForm, string>> = {
  texts: 'One prompt a line. Write \\n for a line break inside of a prompt.',
  tokens: 'The ids of one prompt, by the model’s own tokenizer.',
  'token-lists': 'One prompt a line: its token ids.',
};

export function PromptsView() {
  const settings = useSettings();
  return settings === undefined ? null : <Prompts />;
}

function Prompts() {
  const session = useCompletionSession();
  const error = useCompletion((state) => state.error);
  const { languagePrompts: kept } = useSettings() ?? DEFAULT_SETTINGS;
  const [prompts, setPrompts] = useState(kept);
  useKeptSettings({ languagePrompts: prompts });
  const { form, text, runId, answers: perPrompt } = prompts;
  const parsed = parsePrompts(form, text);
  const result = usePromptAnswers(runId);
  const isBusy = runId !== null && result.run === undefined && result.error === undefined;
  const obstacle = session.promptObstacle() ?? parsed.problem;

  async function send(): Promise<void> {
    if (parsed.problem !== undefined || isBusy || obstacle !== undefined) return;
    const begun = await session.sendPrompts(parsed.prompt);
    if (begun !== undefined) setPrompts((before) => ({ ...before, ...begun }));
  }

  useCommands([
    {
      id: 'completion.prompts.run',
      title: 'Run the prompts',
      group: 'Completion',
      shortcuts: ['Mod+Enter'],
      keywords: ['send', 'list', 'tokens'],
      obstacle: () => (isBusy ? 'Answers are being written' : obstacle),
      run: () => void send(),
    },
  ]);

  return (
    <div className={classes['view']}>
      <SegmentedControl
        size="xs"
        aria-label="Form of the prompts"
        data={PROMPT_FORMS.map((value) => ({ value, label: LABELS[value] }))}
        value={form}
        onChange={(next) => setPrompts({ ...prompts, form: next })}
      />
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
      {error !== undefined && <ErrorNotice error={error} onClose={() => session.dismissError()} />}
      <Group gap="xs">
        {isBusy ? (
          <Button
            size="sm"
            color="gray"
            leftSection={<IconPlayerStop size={16} />}
            onClick={() => session.stopPrompts(runId)}
          >
            Stop
          </Button>
        ) : (
          <SendButton
            obstacle={obstacle}
            isSending={false}
            isQuiet={false}
            onSend={() => void send()}
          >
            {parsed.problem === undefined ? `Run ${count(parsed.names.length, 'prompt')}` : 'Run'}
          </SendButton>
        )}
        {result.run !== undefined && (
          <Text size="xs" c="dimmed" role="status">
            {describeRun(result.run)}
          </Text>
        )}
      </Group>
      {result.run?.error !== undefined && <ErrorNotice error={result.run.error} />}
      <ol className={classes['answers']} aria-label="Answers">
        {result.texts.map((answer, choice) => {
          const place = placeOfChoice(choice, perPrompt);
          return (
            <li key={`${place.prompt} ${place.answer}`} className={classes['answer']}>
              <div className={classes['answerHead']}>
                <Text size="xs" c="dimmed">
                  Prompt {place.prompt + 1}
                  {perPrompt > 1 && `, answer ${place.answer + 1}`}
                  {result.run !== undefined && ` · ${endWords(result.run, choice).words}`}
                </Text>
                <CopyButton value={answer}>
                  {({ copied, copy }) => (
                    <Button size="compact-xs" variant="subtle" color="gray" onClick={copy}>
                      {copied ? 'Copied' : 'Copy'}
                    </Button>
                  )}
                </CopyButton>
              </div>
              <p className={classes['answerText']} dir="auto">
                {answer}
              </p>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
