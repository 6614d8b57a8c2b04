import { Button, Group, Progress, SimpleGrid, Text } from '@mantine/core';
import type { Job, JobGroup } from '../../../../shared/contract/jobs.ts';
import { showScreen } from '../../../core/screen/navigation.ts';
import { Foot, MainButton } from '../../../core/frame/Foot.tsx';
import { Inspector } from '../../../core/frame/Inspector.tsx';
import { formatDateTime, formatDuration } from '../../../core/ui/format.ts';
import { formatMoney } from '../../../core/ui/money.ts';
import { useRecipeRuns } from '../../../features/jobs/jobs.ts';
import { Section } from '../../../core/ui/Form.tsx';
import { Fact, Facts } from '../../../core/ui/Facts.tsx';
import { openTask } from '../session/open-task.ts';
import { countsInWords, groupTitle } from '../model/task-words.ts';
import { Result } from '../list/Thumbnails.tsx';
import { tasks, useTasks } from '../session/use-tasks.ts';
import { QuietButton, SmallNote } from '../../../core/ui/variants.ts';

export function GroupPanel({ group }: { readonly group: JobGroup }) {
  const { counts, endedAt, createdAt, isPractice } = group;
  const isOver = endedAt !== undefined;
  const chosen = { jobs: [], groups: [group] };
  return (
    <Inspector
      label="Group details"
      head={
        <>
          <Text component="h2" fw={600} size="sm" flex={1} truncate>
            {groupTitle(group)}
          </Text>
          {isOver && <QuietButton onClick={() => void tasks.remove(chosen)}>Remove</QuietButton>}
        </>
      }
      footer={<Footer group={group} />}
    >
      <Section>
        <div>
          <Text size="sm" fw={500} truncate>
            {group.title}
          </Text>
          <SmallNote role="status">{countsInWords(group)}</SmallNote>
        </div>
        {!isOver && (
          <Progress value={group.fraction * 100} size="xs" aria-label={countsInWords(group)} />
        )}
        <SimpleGrid cols={4} spacing="3xs">
          {group.first.map((job) => (
            <Result key={job.id} job={job} />
          ))}
        </SimpleGrid>
        {counts.waiting + counts.running > 0 && (
          <Group gap="xs">
            {counts.waiting > 0 && (
              <Button onClick={() => void tasks.cancel(chosen)}>
                {cancelLabel(counts.waiting, group.waitingCost)}
              </Button>
            )}
            {counts.running > 0 && (
              <Button onClick={() => void tasks.cancel(chosen, 'sent')}>Stop all</Button>
            )}
          </Group>
        )}
      </Section>
      <Section>
        <Facts>
          <Fact name="Started">{formatDateTime(createdAt)}</Fact>
          {isOver && <Fact name="Took">{formatDuration(Math.max(0, endedAt - createdAt))}</Fact>}
          <Fact name="Cost so far">{isPractice ? 'Free' : moneyOf(group.cost)}</Fact>
          {counts.waiting > 0 && !isPractice && (
            <Fact name="Still waiting">{moneyOf(group.waitingCost)}</Fact>
          )}
          <Fact name="Connection">{group.connectionName}</Fact>
        </Facts>
      </Section>
    </Inspector>
  );
}

function moneyOf(cost: number | undefined): string {
  return cost === undefined ? 'Unknown' : formatMoney(cost);
}

function Footer({ group }: { readonly group: JobGroup }) {
  const isOpen = useTasks(({ open }) => open.has(group.id));
  const [first] = group.first;
  const isListed = useRecipeRuns().some(({ id }) => id === group.id);
  const toggle = (): void => tasks.toggleOpen(group.id);
  const label = isOpen ? 'Hide its tasks' : 'Show its tasks';
  const opens = placeOf(group, first, isListed);
  return (
    <Foot label="Actions">
      {opens !== undefined && <Button onClick={toggle}>{label}</Button>}
      <MainButton onClick={opens?.open ?? toggle}>{opens?.label ?? label}</MainButton>
    </Foot>
  );
}

/** The screen that shows the whole group. */
function placeOf(group: JobGroup, first: Job | undefined, isListed: boolean) {
  if (isListed) {
    const open = () => showScreen('recipes', { kind: 'show-recipe-run', runId: group.id });
    return { label: 'Open in Recipes', open };
  }
  if (group.jobKind !== 'video' || first === undefined) return undefined;
  return { label: 'Open in Video', open: () => openTask(first) };
}

export function cancelLabel(waiting: number, saves: number | undefined): string {
  const words = `Cancel ${waiting} waiting`;
  return saves === undefined || saves === 0 ? words : `${words} (saves ${formatMoney(saves)})`;
}
