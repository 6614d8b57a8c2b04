import { Button, Group, List } from '@mantine/core';
import { memo } from 'react';
import type { RecipeStep } from '../../../../shared/contract/recipes.ts';
import { Foot, MainButton } from '../../../core/frame/Foot.tsx';
import { Fact, Facts } from '../../../core/ui/Facts.tsx';
import { Fold, Section } from '../../../core/ui/Form.tsx';
import { showScreen } from '../../../core/screen/navigation.ts';
import { formatNumber, formatTime } from '../../../core/ui/format.ts';
import { RunProgress } from '../../../features/recipes/RunProgress.tsx';
import { runState, takingPart } from '../../../features/recipes/run-words.ts';
import { conditionWords, stepWords } from '../model/step-words.ts';
import { writesFiles } from '../model/writes-files.ts';
import { useShownRecipeRun } from '../files/use-shown-files.ts';
import { running } from '../session/use-recipes.ts';
import { SmallNote } from '../../../core/ui/variants.ts';

const NO_STEPS: readonly RecipeStep[] = [];

export function RecipeRunFoot() {
  const run = useShownRecipeRun();
  if (run === undefined) return null;
  const { id, state } = run;
  const rest = takingPart(run) - (run.first ?? 0);
  const stop = (
    <Button
      data-tip="Cancels calls that have not been sent. Calls already sent finish, and you keep their results."
      onClick={() => void running.stop(id)}
    >
      {state === 'tried' ? 'Stop here' : 'Stop'}
    </Button>
  );
  return (
    <Foot what={runState(run)}>
      {state === 'running' && (
        <>
          {stop}
          <Button flex={1} onClick={() => void running.pause(id)}>
            Pause
          </Button>
        </>
      )}
      {state === 'paused' && (
        <>
          {stop}
          <MainButton onClick={() => void running.resume(id)}>Resume</MainButton>
        </>
      )}
      {state === 'tried' && (
        <>
          {stop}
          <MainButton onClick={() => void running.goOn(id)}>
            {rest === 1 ? 'Run on the other' : `Run on the other ${rest}`}
          </MainButton>
        </>
      )}
      {(state === 'stopped' || state === 'done') && (
        <Button flex={1} onClick={() => void running.removeRun(run)}>
          Remove from the list
        </Button>
      )}
    </Foot>
  );
}

/** A component of its own, so that the panel does not re-render with the numbers. */
export function RunSection() {
  const run = useShownRecipeRun();
  if (run === undefined) return null;
  const { id, state, states, steps = NO_STEPS, createdAt, savesTo, isOfStudio } = run;
  return (
    <>
      <Section title="This run" actions={<SmallNote span>from {formatTime(createdAt)}</SmallNote>}>
        {/* it grows in a row of the Studio's bar, not in this column */}
        <div>
          <RunProgress run={run} orders={running} onShowFailed={() => running.filter('failed')} />
        </div>
        {state === 'tried' && <SmallNote>Results stay, and are not paid again.</SmallNote>}
        <Facts>
          <Fact name="Accepted">{run.judged.accepted}</Fact>
          <Fact name="Rejected">{run.judged.rejected}</Fact>
          {states['to-judge'] > 0 && <Fact name="Saved">once accepted</Fact>}
          {savesTo !== undefined && <Fact name="Folder">{savesTo}</Fact>}
        </Facts>
        <Group gap="xs">
          {savesTo === undefined && states.done > 0 && writesFiles(steps) && (
            <Button onClick={() => void running.download(id)}>Download saved files</Button>
          )}
          {isOfStudio && states.done > 0 && (
            <Button onClick={() => showScreen('studio', { kind: 'show-recipe-run', runId: id })}>
              Select in Studio
            </Button>
          )}
        </Group>
      </Section>
      <Fold title="Steps of this run" summary={formatNumber(steps.length)}>
        <Steps steps={steps} />
      </Fold>
    </>
  );
}

const Steps = memo(function Steps({ steps }: { readonly steps: readonly RecipeStep[] }) {
  return (
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
  );
});
