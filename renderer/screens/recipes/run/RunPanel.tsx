/** A run in front: how far it is, what it cost, and what can be done with it. */
import { Button, Group, List, Progress, Stack, Text } from '@mantine/core';
import type { RecipeRun } from '../../../../shared/contract/recipes.ts';
import { ScreenPanel } from '../../../base/screen/ScreenPanel.tsx';
import { ErrorNotice } from '../../../base/ui/ErrorNotice.tsx';
import { count, formatWhen } from '../../../base/ui/format.ts';
import { formatMoney } from '../../../base/ui/money.ts';
import { runProgress, runShare, runState, takingPart } from '../model/run-words.ts';
import { conditionWords, stepWords } from '../model/step-words.ts';
import { useRecipesSession } from '../session/screen.ts';

export function RunPanel({ run }: { readonly run: RecipeRun }) {
  const { running } = useRecipesSession();
  const { id, state, states, pausedBy, name, steps = [], createdAt, savesTo } = run;
  const failed = states.failed;
  return (
    <ScreenPanel label="Run" footer={<RunButtons run={run} />}>
      <Stack gap="md" p="sm">
        <Stack gap={4}>
          <Text component="h2" size="sm" fw={600}>
            {name}
          </Text>
          <Text size="xs" c="dimmed">
            Started {formatWhen(createdAt)}
          </Text>
        </Stack>
        <Stack gap={6}>
          <Group justify="space-between">
            <Text size="sm" fw={500} role="status">
              {runState(run)}
            </Text>
            <Text size="sm">{runProgress(run)}</Text>
          </Group>
          <Progress value={runShare(run) * 100} size="sm" aria-label="Pictures that have ended" />
          <Spent run={run} />
        </Stack>
        {pausedBy !== undefined && (
          <ErrorNotice error={pausedBy} actions={{ retry: () => void running.resume(id) }} />
        )}
        {state === 'tried' && (
          <Text size="sm">
            Check these pictures before the rest follows. Their results stay, and are not paid
            again.
          </Text>
        )}
        {failed > 0 && (
          <Group gap="xs">
            <Text size="sm">{count(failed, 'picture')} failed.</Text>
            <Button size="compact-sm" variant="default" onClick={() => running.filter('failed')}>
              Show
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => void running.retry(id, { filter: 'failed' })}
            >
              Retry all
            </Button>
          </Group>
        )}
        <Judged run={run} />
        <Stack gap={4}>
          <Text size="sm" fw={500}>
            Steps
          </Text>
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
          {savesTo === undefined &&
            states.done > 0 &&
            steps.some(({ kind }) => kind === 'save') && (
              <Button
                size="xs"
                variant="default"
                style={{ alignSelf: 'start' }}
                onClick={() => void running.download(id)}
              >
                Download saved files
              </Button>
            )}
          {savesTo !== undefined && (
            <Text size="xs" c="dimmed">
              Files go to {savesTo}
            </Text>
          )}
        </Stack>
      </Stack>
    </ScreenPanel>
  );
}

/** Calls so far, and their cost. */
function Spent({ run }: { readonly run: RecipeRun }) {
  const { calls, callsDone, callsFailed, callsUnknown, cost, isPractice } = run;
  if (calls === 0) return null;
  const parts = [`${callsDone} of ${count(calls, 'call')}`];
  if (callsFailed > 0) parts.push(`${callsFailed} failed`);
  if (isPractice) parts.push('practice: free');
  else if (cost !== undefined) parts.push(formatMoney(cost));
  return (
    <>
      <Text size="xs" c="dimmed">
        {parts.join(' · ')}
      </Text>
      {callsUnknown > 0 && !isPractice && (
        <Text size="xs" c="dimmed">
          {count(callsUnknown, 'call')} without an answer may have been charged.
        </Text>
      )}
    </>
  );
}

function Judged({ run }: { readonly run: RecipeRun }) {
  const hasPictures = run.states.done + run.states['to-judge'] > 0;
  if (!hasPictures) return null;
  const { accepted, rejected } = run.judged;
  const waitsFor = run.states['to-judge'];
  return (
    <Stack gap={2}>
      <Text size="sm">
        {accepted} accepted · {rejected} rejected
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

function restLabel(rest: number): string {
  return rest === 1 ? 'Run on the other picture' : `Run on the other ${count(rest, 'picture')}`;
}

function RunButtons({ run }: { readonly run: RecipeRun }) {
  const { running } = useRecipesSession();
  const { id, state } = run;
  switch (state) {
    case 'running':
      return (
        <Group gap="xs" grow>
          <Button size="sm" variant="default" onClick={() => void running.pause(id)}>
            Pause
          </Button>
          <Button size="sm" variant="default" onClick={() => void running.stop(id)}>
            Stop
          </Button>
        </Group>
      );
    case 'paused':
      return (
        <Group gap="xs" grow>
          <Button size="sm" onClick={() => void running.resume(id)}>
            Resume
          </Button>
          <Button size="sm" variant="default" onClick={() => void running.stop(id)}>
            Stop
          </Button>
        </Group>
      );
    case 'tried':
      return (
        <Stack gap={6}>
          <Button size="sm" onClick={() => void running.goOn(id)}>
            {restLabel(takingPart(run) - (run.first ?? 0))}
          </Button>
          <Button size="sm" variant="default" onClick={() => void running.stop(id)}>
            Leave it at these
          </Button>
        </Stack>
      );
    case 'stopped':
    case 'done':
      return (
        <Button size="sm" variant="subtle" color="gray" onClick={() => void running.removeRun(id)}>
          Remove from the list
        </Button>
      );
    case 'draft':
      return null;
  }
}
