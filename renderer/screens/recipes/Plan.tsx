import { Button, Checkbox, Group, List, Progress, Stack } from '@mantine/core';
import type { RecipePlan } from '../../../shared/contract/recipes.ts';
import { PAID_AS } from '../../../shared/recipes/paid-as.ts';
import { Foot, MainButton } from '../../core/frame/Foot.tsx';
import { Section } from '../../core/ui/Form.tsx';
import { count, formatRoughly } from '../../core/ui/format.ts';
import { formatMoney } from '../../core/ui/money.ts';
import { LeftOut } from '../../features/recipes/LeftOut.tsx';
import { SetPrice } from '../../features/jobs/CostLine.tsx';
import { costWords } from '../../features/recipes/run-words.ts';
import { stepWords } from './model/step-words.ts';
import { draftFiles, running, useRecipes } from './session/use-recipes.ts';
import { RECIPES } from './recipe-commands.ts';
import type { RecipesState } from './session/recipes-store.ts';
import { SmallButton, SmallStatus } from '../../core/ui/variants.ts';

/** @returns `undefined` when it can */
export function planObstacle({ draft, inHand, plan, adding }: RecipesState): string | undefined {
  if (inHand.steps.length === 0) return 'Add a step to the recipe first.';
  if (adding !== undefined) return 'Pictures are still being added.';
  if (draft === undefined || draft.files === 0) return 'Add pictures first';
  const isWhole = plan !== undefined && plan.planned >= plan.files;
  if (isWhole && plan.taking === 0) return 'No picture can be used. See the reasons above.';
  return undefined;
}

/** Number of files in a trial run. */
const TRIAL = 3;

export function PlanFoot() {
  const isStopped = useRecipes((state) => state.isPlanStopped);
  const plan = useRecipes((state) => state.plan);
  const isStarting = useRecipes((state) => state.isStarting);
  const obstacle = useRecipes(planObstacle);
  const usesStored = useRecipes((state) => state.usesStored);
  const files = useRecipes((state) => state.draft?.files ?? 0);
  const isWhole = plan !== undefined && plan.planned >= plan.files;
  const taking = isWhole ? plan.taking : files;
  return (
    <Foot
      what={
        obstacle ??
        (isWhole
          ? capital(callWords(plan))
          : isStopped
            ? 'Planning stopped. You can start now.'
            : 'Still planning. You can start now.')
      }
      cost={
        obstacle === undefined &&
        isWhole && (
          <>
            {costWords(plan, usesStored)} <MissingPrice plan={plan} />
          </>
        )
      }
    >
      {obstacle === undefined && taking > TRIAL && (
        <Button onClick={() => void running.start(TRIAL)}>Try {TRIAL} first</Button>
      )}
      <MainButton
        keys={RECIPES.run}
        obstacle={obstacle}
        loading={isStarting}
        onClick={() => void running.start()}
      >
        Run{taking > 0 && ` on ${taking}`}
      </MainButton>
    </Foot>
  );
}

export function Plan() {
  const isStopped = useRecipes((state) => state.isPlanStopped);
  const plan = useRecipes((state) => state.plan);
  const usesStored = useRecipes((state) => state.usesStored);
  const files = useRecipes((state) => state.draft?.files ?? 0);
  const isWhole = plan !== undefined && plan.planned >= plan.files;
  if (files === 0) return null;
  return (
    <Section title="Plan">
      {!isWhole && (
        <Planning
          plan={plan}
          files={files}
          isStopped={isStopped}
          onStop={draftFiles.stopPlanning}
          onGoOn={draftFiles.goOnPlanning}
        />
      )}
      {plan !== undefined && plan.planned > 0 && (
        <>
          <Sums plan={plan} />
          {plan.storedCalls > 0 && (
            <Checkbox
              label={`Use ${count(plan.storedCalls, 'saved result')}`}
              data-tip="The same request was answered before: no call, no cost."
              checked={usesStored}
              onChange={(event) => useRecipes.setState({ usesStored: event.currentTarget.checked })}
            />
          )}
          <LeftOut plan={plan} />
        </>
      )}
    </Section>
  );
}

function Planning({
  plan,
  files,
  isStopped,
  onStop,
  onGoOn,
}: {
  readonly plan: RecipePlan | undefined;
  readonly files: number;
  readonly isStopped: boolean;
  readonly onStop: () => void;
  readonly onGoOn: () => void;
}) {
  const planned = plan?.planned ?? 0;
  const left = plan?.planningMilliseconds;
  const isBeginning = planned === 0 && !isStopped;
  return (
    <Stack gap="2xs">
      <SmallStatus>
        {planned} of {count(files, 'picture')} planned
        {!isStopped && left !== undefined && `, ${formatRoughly(left)} left`}
      </SmallStatus>
      <Progress
        aria-label="Planning"
        size="xs"
        animated={isBeginning}
        value={isBeginning ? 100 : (100 * planned) / files}
      />
      <Group>
        <SmallButton onClick={isStopped ? onGoOn : onStop}>
          {isStopped ? 'Continue planning' : 'Stop planning'}
        </SmallButton>
      </Group>
    </Stack>
  );
}

function MissingPrice({ plan }: { readonly plan: RecipePlan }) {
  const steps = useRecipes((state) => state.inHand.steps);
  if (plan.isPractice) return null;
  const at = plan.steps.findIndex(({ calls, cost }) => calls > 0 && cost === undefined);
  const step = steps[at];
  const kind = step === undefined ? undefined : PAID_AS[step.kind];
  return kind === undefined ? null : <SetPrice kind={kind} />;
}

function callWords({ calls, isEstimate }: RecipePlan): string {
  if (calls === 0) return isEstimate ? 'no calls expected' : 'no calls';
  return `${isEstimate ? 'about ' : ''}${count(calls, 'call')}`;
}

function Sums({ plan }: { readonly plan: RecipePlan }) {
  const steps = useRecipes((state) => state.inHand.steps);
  return (
    <Stack gap="2xs">
      <SmallStatus>
        {`${count(plan.taking, 'picture')}, ${callWords(plan)}`}
        {plan.expectedMilliseconds !== undefined &&
          plan.calls > 0 &&
          `, ${formatRoughly(plan.expectedMilliseconds)}`}
      </SmallStatus>
      <List size="xs" type="ordered" listStyleType="decimal">
        {plan.steps.map((sum, index) => {
          const step = steps[index];
          return (
            // a step has no id: its place identifies it
            // oxlint-disable-next-line react/no-array-index-key
            <List.Item key={index}>
              {step === undefined ? '' : stepWords(step)}:{' '}
              {sum.calls === 0 ? 'no calls' : count(sum.calls, 'call')}
              {!plan.isPractice &&
                sum.calls > 0 &&
                sum.cost !== undefined &&
                `, ${formatMoney(sum.cost)}`}
            </List.Item>
          );
        })}
      </List>
    </Stack>
  );
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
