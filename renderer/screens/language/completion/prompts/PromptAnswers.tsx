import { Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { endWords } from '../run/end-words.ts';
import { placeOfChoice } from './parse-prompts.ts';
import shared from '../../../../base/ui/shared.module.css';
import type { PromptAnswers as Answers } from './use-prompt-answers.ts';

/** @param props.perPrompt answers to each prompt */
export function PromptAnswers(props: { readonly result: Answers; readonly perPrompt: number }) {
  const { result, perPrompt } = props;
  return (
    <Stack component="ol" gap="md" maw="var(--gesso-reading)" aria-label="Answers">
      {result.texts.map((answer, choice) => {
        const place = placeOfChoice(choice, perPrompt);
        return (
          <li key={`${place.prompt} ${place.answer}`}>
            <Group justify="space-between" wrap="nowrap">
              <Text size="xs" c="dimmed">
                Prompt {place.prompt + 1}
                {perPrompt > 1 && `, answer ${place.answer + 1}`}
                {result.run !== undefined &&
                  `, ${endWords(result.run, choice, answer !== '').words}`}
              </Text>
              {answer !== '' && (
                <CopyButton value={answer}>
                  {({ copied, copy }) => (
                    <Button size="compact-xs" variant="subtle" onClick={copy}>
                      {copied ? 'Copied' : 'Copy'}
                    </Button>
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
