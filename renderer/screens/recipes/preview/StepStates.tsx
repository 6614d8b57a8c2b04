import { Button, Collapse, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type {
  RecipeFile,
  RecipeFileStep,
  RecipeStep,
} from '../../../../shared/contract/recipes.ts';
import { showScreen } from '../../../core/screen/navigation.ts';
import { formatMoney } from '../../../core/ui/money.ts';
import { StepFields } from '../editor/StepFields.tsx';
import { placeOfStep, openedWords, orderOfStep } from './step-place.ts';
import { stepWords } from '../model/step-words.ts';
import { running, useRecipes } from '../session/use-recipes.ts';
import { queries } from '../../../core/backend/client.ts';
import { say } from '../../../core/ui/say.ts';

const STATES: Readonly<Record<RecipeFileStep['state'], string>> = {
  waiting: 'waiting',
  started: 'working',
  done: 'done',
  skipped: 'skipped',
  failed: 'failed',
  stopped: 'stopped',
};

export function StepStates(props: {
  readonly runId: string;
  readonly recipe: readonly RecipeStep[];
  readonly isPractice: boolean;
  readonly file: RecipeFile;
}) {
  const { runId, recipe, isPractice, file } = props;
  const [edited, setEdited] = useState<{ readonly at: number; readonly step: RecipeStep }>();
  const { open, opening } = useOpenStep(runId, file.position);
  const isOver = file.state !== 'running' && file.state !== 'waiting';
  return (
    <Stack gap="2xs" mt="2xs" mah="30vh" style={{ overflowY: 'auto' }}>
      {file.steps.map((state, index) => {
        const step = recipe[index];
        if (step === undefined) return null;
        const [jobId] = state.jobIds;
        return (
          // the steps of a run never change
          // oxlint-disable-next-line react/no-array-index-key
          <Group key={index} gap="xs">
            <Text size="xs">
              {index + 1}. {stepWords(step)}: {STATES[state.state]}
              {!isPractice &&
                state.cost !== undefined &&
                state.calls > 0 &&
                `, ${formatMoney(state.cost)}`}
            </Text>
            {state.note !== undefined && (
              <Text size="xs" c="dimmed">
                {state.note}
              </Text>
            )}
            {jobId !== undefined && (
              <Button
                size="compact-xs"
                variant="subtle"
                onClick={() => {
                  useRecipes.setState({ previewedAt: undefined });
                  showScreen('tasks', { kind: 'show-job', jobId });
                }}
              >
                Show in Tasks
              </Button>
            )}
            {hasBegun(file, index) && (
              <Button
                size="compact-xs"
                variant="subtle"
                loading={opening === index}
                aria-label={`Open in ${placeOfStep(step.kind).title} as step ${index + 1} began`}
                onClick={() => void open(index)}
              >
                Open in {placeOfStep(step.kind).title}
              </Button>
            )}
            {isOver && (
              <Button
                size="compact-xs"
                variant="subtle"
                onClick={() => setEdited(edited?.at === index ? undefined : { at: index, step })}
              >
                Again from here…
              </Button>
            )}
          </Group>
        );
      })}
      <Collapse expanded={edited !== undefined}>
        {edited !== undefined && (
          <Stack gap="sm" p="xs" maw="28rem">
            <StepFields
              step={edited.step}
              isFirst={edited.at === 0}
              onChange={(step) => setEdited({ ...edited, step })}
            />
            <Group gap="xs">
              <Button
                onClick={() => {
                  setEdited(undefined);
                  void running.againFrom(runId, file.position, edited.at, edited.step);
                }}
              >
                Run this picture again from step {edited.at + 1}
              </Button>
              <Button variant="subtle" onClick={() => setEdited(undefined)}>
                Cancel
              </Button>
            </Group>
          </Stack>
        )}
      </Collapse>
    </Stack>
  );
}

/** @returns a function that opens a step by its index, and the index being opened */
function useOpenStep(runId: string, position: number) {
  const client = useQueryClient();
  const [opening, setOpening] = useState<number>();
  async function open(index: number): Promise<void> {
    setOpening(index);
    const opened = await running.openStep(runId, position, index);
    setOpening(undefined);
    useRecipes.setState({ previewedAt: undefined });
    if (opened === undefined) return;
    // the Studio may have cached an answer about this photo
    await client.invalidateQueries({ queryKey: queries.cleanup.edge.key() });
    showScreen(placeOfStep(opened.step.kind).id, orderOfStep(opened));
    const words = openedWords(opened);
    if (words !== undefined) say(words);
  }
  return { open, opening };
}

/** True if its picture exists: the step has begun or is the next one. */
function hasBegun({ steps, judgement }: RecipeFile, index: number): boolean {
  // accepting a file deletes the pictures between the steps
  if (judgement === 'accepted' && index > 0) return false;
  const isNext = steps
    .slice(0, index)
    .every(({ state }) => state === 'done' || state === 'skipped');
  return steps[index]?.state !== 'waiting' || isNext;
}
