/** A run in front: how far it is, what it cost, and what can be done with it. */
import { Button, List, Stack, Text } from '@mantine/core';
import { memo } from 'react';
import type { RecipeRun, RecipeStep } from '../../../../shared/contract/recipes.ts';
import { Foot } from '../../../base/frame/Foot.tsx';
import { KeyHint, StatusEnd } from '../../../base/frame/Frame.tsx';
import { Section } from '../../../base/ui/Form.tsx';
import { showScreen } from '../../../base/screen/navigation.ts';
import { formatWhen } from '../../../base/ui/format.ts';
import { RunButtons, RunProgress } from '../../../work/recipes/RunProgress.tsx';
import { callWords, runProgress, runState } from '../../../work/recipes/run-words.ts';
import { conditionWords, stepWords } from '../model/step-words.ts';
import { writesFiles } from '../model/writes-files.ts';
import { useShownRun } from '../files/use-shown-files.ts';
import { useRecipesSession } from '../session/screen.ts';

const NO_STEPS: readonly RecipeStep[] = [];

export function RunFoot() {
  const { running } = useRecipesSession();
  const run = useShownRun();
  if (run === undefined) return null;
  return (
    <Foot what={runState(run)} cost={callWords(run)}>
      <RunButtons run={run} orders={running} isMain />
    </Foot>
  );
}

/** In the status line: how many are done, and are to be judged; at the right the keys that judge. */
export function RunStatus() {
  const run = useShownRun();
  if (run === undefined) return null;
  const toJudge = leftToJudge(run);
  return (
    <>
      <span>{runProgress(run)}</span>
      {toJudge > 0 && <span>{toJudge} to judge</span>}
      <StatusEnd>
        <KeyHint keys={['A']}>accepts</KeyHint>
        <KeyHint keys={['R']}>rejects</KeyHint>
        <KeyHint keys={['Enter']}>opens large</KeyHint>
      </StatusEnd>
    </>
  );
}

/** Pictures with a result and no judgement yet. */
export function leftToJudge({ states, judged }: RecipeRun): number {
  return states.done + states['to-judge'] - judged.accepted - judged.rejected;
}

/** Drawn by itself, like the footer: the panel around them stays as it is. */
export function RunSection() {
  const { running } = useRecipesSession();
  const run = useShownRun();
  if (run === undefined) return null;
  const { id, state, states, name, steps = NO_STEPS, createdAt, savesTo, isOfStudio } = run;
  return (
    <Section title="This run" actions={<Begun createdAt={createdAt} />}>
      <Text>{name}</Text>
      {/* it grows in a row of the Studio's bar, not in this column */}
      <div>
        <RunProgress run={run} orders={running} onShowFailed={() => running.filter('failed')} />
      </div>
      {state === 'tried' && (
        <Text size="sm">
          Check these pictures before the rest follows. Their results stay, and are not paid again.
        </Text>
      )}
      <Judged run={run} />
      <Stack gap="2xs">
        <Steps steps={steps} />
        {savesTo === undefined && states.done > 0 && writesFiles(steps) && (
          <Button style={{ alignSelf: 'start' }} onClick={() => void running.download(id)}>
            Download saved files
          </Button>
        )}
        {isOfStudio && states.done > 0 && (
          <Button
            style={{ alignSelf: 'start' }}
            onClick={() => showScreen('studio', { kind: 'show-recipe-run', runId: id })}
          >
            Select in Studio
          </Button>
        )}
        {savesTo !== undefined && (
          <Text size="xs" c="dimmed">
            Files go to {savesTo}
          </Text>
        )}
      </Stack>
    </Section>
  );
}

/** Drawn once: only its numbers change while a run goes on. */
const Begun = memo(function Begun(props: Pick<RecipeRun, 'createdAt'>) {
  return (
    <Text size="xs" c="dimmed">
      Started {formatWhen(props.createdAt)}
    </Text>
  );
});

const Steps = memo(function Steps({ steps }: { readonly steps: readonly RecipeStep[] }) {
  return (
    <>
      <List size="xs" type="ordered" listStyleType="decimal">
        {steps.map((step, index) => (
          // the steps of a run never change
          // oxlint-disable-next-line react/no-array-index-key
          <List.Item key={index}>
            {stepWords(step)}
            {step.only !== undefined && ` ${conditionWords(step.only)}`}
          </List.Item>
        ))}
      </List>
    </>
  );
});

function Judged({ run }: { readonly run: RecipeRun }) {
  const hasPictures = run.states.done + run.states['to-judge'] > 0;
  if (!hasPictures) return null;
  const { accepted, rejected } = run.judged;
  const waitsFor = run.states['to-judge'];
  return (
    <Stack gap="3xs">
      <Text size="sm">
        {accepted} accepted, {rejected} rejected
      </Text>
      {waitsFor > 0 && (
        <Text size="xs" c="dimmed">
          {waitsFor === 1
            ? 'One picture is saved once you accept it.'
            : `${waitsFor} pictures are saved once you accept them.`}
        </Text>
      )}
    </Stack>
  );
}
