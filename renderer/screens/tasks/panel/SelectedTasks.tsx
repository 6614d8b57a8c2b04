import { Button, Group, Rating, Stack, Text } from '@mantine/core';
import { isFinalJobState } from '../../../../shared/contract/jobs.ts';
import { useActivePrices } from '../../../core/backend/prices.ts';
import { describeCalls } from '../../../features/jobs/job-words.ts';
import { Inspector } from '../../../core/frame/Inspector.tsx';
import { count } from '../../../core/ui/format.ts';
import { cancelLabel } from './GroupPanel.tsx';
import type { TaskRow } from '../model/task-rows.ts';
import { tasks } from '../session/use-tasks.ts';
import { canPrepareAgain } from '../model/task-words.ts';
import { chosenOf } from '../model/chosen.ts';
import { QuietButton, Status } from '../../../core/ui/variants.ts';

export function SelectedTasks({ chosen: rows }: { readonly chosen: readonly TaskRow[] }) {
  const chosen = chosenOf(rows);
  const { jobs, groups } = chosen;
  const waitingJobs = jobs.filter(({ state }) => state === 'waiting');
  const waiting = waitingJobs.length + groups.reduce((sum, { counts }) => sum + counts.waiting, 0);
  const running = jobs.filter(({ state }) => !isFinalJobState(state) && state !== 'waiting').length;
  const ended = jobs.filter(({ state }) => isFinalJobState(state));
  const again = jobs.filter(canPrepareAgain);
  const toLookFor = jobs.filter(({ canPollAgain }) => canPollAgain);
  const withId = jobs.filter(({ taskId }) => taskId !== undefined);
  const prices = useActivePrices();
  const cost = sumOf(again.map(({ kind }) => (kind === 'watch' ? 0 : prices.of(kind))));
  const saves = sumOf([
    ...waitingJobs.map(({ price }) => price ?? null),
    ...groups.map(({ waitingCost }) => waitingCost ?? null),
  ]);
  return (
    <Inspector
      label="Selected tasks"
      head={
        <Status fw={600} flex={1}>
          {count(rows.length, 'entry', 'entries')} selected
        </Status>
      }
    >
      {jobs.length > 0 && (
        <Group gap="xs">
          <Text size="sm">Stars for all</Text>
          <Rating
            size="sm"
            aria-label="Stars for all"
            onChange={(stars) => void tasks.rate(jobs, stars)}
          />
        </Group>
      )}
      <Stack gap="xs" align="flex-start">
        {waiting > 0 && (
          <Button onClick={() => void tasks.cancel(chosen)}>{cancelLabel(waiting, saves)}</Button>
        )}
        {running > 0 && <Button onClick={() => void tasks.cancel(chosen, 'sent')}>Stop all</Button>}
        {toLookFor.length > 0 && (
          <Button onClick={() => void tasks.pollAgain(toLookFor)}>
            Check again ({toLookFor.length})
          </Button>
        )}
        {again.length > 0 && (
          <Button onClick={() => void tasks.runAgain(again)}>
            Run again ({describeCalls({ calls: again.length, cost, isPractice: prices.isPractice })}
            )
          </Button>
        )}
        {withId.length > 0 && (
          <Button onClick={() => void tasks.copyTaskIds(withId)}>
            Copy {count(withId.length, 'task ID')}
          </Button>
        )}
        {(ended.length > 0 || groups.length > 0) && (
          <QuietButton onClick={() => void tasks.remove(chosen)}>
            Remove those that have ended
          </QuietButton>
        )}
      </Stack>
    </Inspector>
  );
}

/** @returns `undefined` if one of them is unknown */
function sumOf(costs: readonly (number | null)[]): number | undefined {
  return costs.reduce<number | undefined>(
    (sum, cost) => (sum === undefined || cost === null ? undefined : sum + cost),
    0,
  );
}
