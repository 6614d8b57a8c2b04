/** A group: how far it is, what it costs, and what cancelling saves. */
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { JobGroup } from '../../../../shared/contract/jobs.ts';
import { showScreen } from '../../../base/screen/navigation.ts';
import { Inspector } from '../../../base/frame/Inspector.tsx';
import { formatDateTime, formatDuration } from '../../../base/ui/format.ts';
import { formatMoney } from '../../../base/ui/money.ts';
import { useRecipeRuns } from '../../../work/jobs/jobs.ts';
import { Fact, Facts } from '../../../base/ui/Facts.tsx';
import { openTask } from '../session/open-task.ts';
import { countsInWords, groupTitle } from '../model/task-words.ts';
import { Result } from '../list/Thumbnails.tsx';
import classes from '../Tasks.module.css';
import { useTasks, useTaskSession } from '../session/screen.ts';

export function GroupPanel({ group }: { readonly group: JobGroup }) {
  const { counts, endedAt, createdAt, isPractice } = group;
  const isOver = endedAt !== undefined;
  return (
    <Inspector
      label="Group details"
      head={
        <div className={classes['names']}>
          <Text fw={600} size="sm">
            {groupTitle(group)}
          </Text>
          <Text size="sm" truncate title={group.title}>
            {group.title}
          </Text>
        </div>
      }
      footer={<Footer group={group} />}
    >
      <div className={classes['first']}>
        {group.first.map((job) => (
          <Result key={job.id} job={job} />
        ))}
      </div>
      <Stack gap="2xs">
        <Text size="sm" role="status">
          {countsInWords(group)}
        </Text>
        <Progress
          value={group.fraction * 100}
          size="sm"
          color={isOver ? 'gray' : ''}
          aria-label={countsInWords(group)}
        />
      </Stack>
      <Facts>
        <Fact name="Connection">{group.connectionName}</Fact>
        <Fact name="Started">{formatDateTime(createdAt)}</Fact>
        {isOver && <Fact name="Took">{formatDuration(Math.max(0, endedAt - createdAt))}</Fact>}
        <Fact name="Cost so far">{isPractice ? 'Practice: free' : moneyOf(group.cost)}</Fact>
        {counts.waiting > 0 && !isPractice && (
          <Fact name="Still waiting">{moneyOf(group.waitingCost)}</Fact>
        )}
      </Facts>
    </Inspector>
  );
}

function moneyOf(cost: number | undefined): string {
  return cost === undefined ? 'Unknown' : formatMoney(cost);
}

function Footer({ group }: { readonly group: JobGroup }) {
  const session = useTaskSession();
  const isOpen = useTasks(({ open }) => open.has(group.id));
  const { waiting, running } = group.counts;
  const chosen = { jobs: [], groups: [group] };
  const [first] = group.first;
  const isListed = useRecipeRuns().some(({ id }) => id === group.id);
  return (
    <Group gap="xs">
      <Button onClick={() => session.toggleOpen(group.id)}>
        {isOpen ? 'Hide its tasks' : 'Show its tasks'}
      </Button>
      {group.jobKind === 'video' && first !== undefined && (
        <Button onClick={() => openTask(first)}>Open in Video</Button>
      )}
      {isListed && (
        <Button onClick={() => showScreen('recipes', { kind: 'show-recipe-run', runId: group.id })}>
          Open in Recipes
        </Button>
      )}
      {waiting > 0 && (
        <Button onClick={() => void session.cancel(chosen)}>
          {cancelLabel(waiting, group.waitingCost)}
        </Button>
      )}
      {running > 0 && (
        <Button variant="subtle" color="gray" onClick={() => void session.cancel(chosen, 'sent')}>
          Stop all
        </Button>
      )}
      {waiting + running === 0 && (
        <Button variant="subtle" color="gray" onClick={() => void session.remove(chosen)}>
          Remove
        </Button>
      )}
    </Group>
  );
}

/** "Cancel 3 waiting (saves $0.12)" */
export function cancelLabel(waiting: number, saves: number | undefined): string {
  const words = `Cancel ${waiting} waiting`;
  return saves === undefined || saves === 0 ? words : `${words} (saves ${formatMoney(saves)})`;
}
