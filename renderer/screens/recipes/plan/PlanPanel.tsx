/** The plan of the next run: calls, cost, what is left out, and the buttons that start it. */
import { Button, Checkbox, Group, List, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { RecipePlan } from '../../../../shared/contract/recipes.ts';
import { PAID_AS } from '../../../../shared/recipes/paid-as.ts';
import { Inspector } from '../../../base/frame/Inspector.tsx';
import { count, formatRoughly } from '../../../base/ui/format.ts';
import { formatMoney } from '../../../base/ui/money.ts';
import { LeftOut } from '../../../work/recipes/LeftOut.tsx';
import { SetPrice } from '../../../work/jobs/SetPrice.tsx';
import { SendButton } from '../../../work/jobs/SendButton.tsx';
import { costWords } from '../../../work/recipes/run-words.ts';
import { stepWords } from '../model/step-words.ts';
import { useRecipes, useRecipesSession } from '../session/screen.ts';
import { planObstacle } from './plan-obstacle.ts';

/** Pictures of a trial. */
export const TRIAL = 3;

export function PlanPanel() {
  const { running, files: draft } = useRecipesSession();
  const isStopped = useRecipes((state) => state.isPlanStopped);
  const plan = useRecipes((state) => state.plan);
  const isStarting = useRecipes((state) => state.isStarting);
  const obstacle = useRecipes(planObstacle);
  const [useStored, setUseStored] = useState(true);
  const stored = useStored ? 'use' : 'ignore';
  const files = useRecipes((state) => state.draft?.files ?? 0);
  const isWhole = plan !== undefined && plan.planned >= plan.files;
  const taking = isWhole ? plan.taking : files;
  return (
    <Inspector
      label="Plan"
      footer={
        <Stack gap="2xs">
          {obstacle === undefined && (
            <Text size="sm" role="status" component="div">
              {isWhole
                ? costWords(plan, useStored)
                : `${isStopped ? 'Planning is stopped' : 'Still planning'}. You can start now: a picture that is not planned yet counts as one that is sent whole.`}{' '}
              {isWhole && <MissingPrice plan={plan} />}
            </Text>
          )}
          {obstacle === undefined && taking > TRIAL && (
            <Button size="sm" onClick={() => void running.start({ first: TRIAL, stored })}>
              Try {TRIAL} pictures first
            </Button>
          )}
          <SendButton
            obstacle={obstacle}
            isSending={isStarting}
            isQuiet={false}
            onSend={() => void running.start({ stored })}
          >
            Run on {taking === 0 ? 'pictures' : count(taking, 'picture')}
          </SendButton>
        </Stack>
      }
    >
      <Stack gap="md" p="sm">
        <Text component="h2" size="sm" fw={600}>
          Plan
        </Text>
        {files > 0 && !isWhole && (
          <Planning
            plan={plan}
            files={files}
            isStopped={isStopped}
            onStop={draft.stopPlanning}
            onGoOn={draft.goOnPlanning}
          />
        )}
        {plan === undefined || plan.planned === 0 ? (
          files === 0 && (
            <Text size="sm" c="dimmed">
              The plan appears here before anything is sent.
            </Text>
          )
        ) : (
          <>
            <Sums plan={plan} />
            {plan.storedCalls > 0 && (
              <Checkbox
                label={`Use ${count(plan.storedCalls, 'saved result')}`}
                description="The same request was answered before: no call, no cost."
                checked={useStored}
                onChange={(event) => setUseStored(event.currentTarget.checked)}
              />
            )}
            <LeftOut plan={plan} />
          </>
        )}
      </Stack>
    </Inspector>
  );
}

/** How far the plan is. Looking for text and people in a picture takes a moment. */
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
      <Text size="sm" role="status">
        {planned} of {count(files, 'picture')} planned
        {!isStopped && left !== undefined && ` · ${formatRoughly(left)} left`}
      </Text>
      <Progress
        aria-label="Planning"
        size="xs"
        animated={isBeginning}
        value={isBeginning ? 100 : (100 * planned) / files}
      />
      {isBeginning && (
        <Text size="xs" c="dimmed">
          Gesso looks into each picture on this computer. A large one takes some seconds.
        </Text>
      )}
      <Group>
        <Button size="compact-xs" onClick={isStopped ? onGoOn : onStop}>
          {isStopped ? 'Go on planning' : 'Stop planning'}
        </Button>
      </Group>
    </Stack>
  );
}

/** A link to the first price that is not known. */
function MissingPrice({ plan }: { readonly plan: RecipePlan }) {
  const steps = useRecipes((state) => state.inHand.steps);
  if (plan.isPractice) return null;
  const at = plan.steps.findIndex(({ calls, cost }) => calls > 0 && cost === undefined);
  const step = steps[at];
  const kind = step === undefined ? undefined : PAID_AS[step.kind];
  return kind === undefined ? null : <SetPrice kind={kind} />;
}

/** "about 12 calls", "no calls expected". */
function callWords({ calls, isEstimate }: RecipePlan): string {
  if (calls === 0) return isEstimate ? 'no calls expected' : 'no calls';
  return `${isEstimate ? 'about ' : ''}${count(calls, 'call')}`;
}

function Sums({ plan }: { readonly plan: RecipePlan }) {
  const steps = useRecipes((state) => state.inHand.steps);
  return (
    <Stack gap="2xs">
      <Text size="sm" role="status" component="div">
        {`${count(plan.taking, 'picture')} · ${callWords(plan)}`}
        {plan.expectedMilliseconds !== undefined &&
          plan.calls > 0 &&
          ` · ${formatRoughly(plan.expectedMilliseconds)}`}
      </Text>
      {plan.isEstimate && (
        <Text size="xs" c="dimmed">
          An estimate: later steps depend on the results of earlier ones.
        </Text>
      )}
      <List size="xs" type="ordered" listStyleType="decimal">
        {plan.steps.map((sum, index) => {
          const step = steps[index];
          return (
            // the steps of a plan are known by their places
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
