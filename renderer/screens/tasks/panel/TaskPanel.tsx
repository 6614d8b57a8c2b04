/** The panel: everything about the selected task, group, or selection. */
import { Text } from '@mantine/core';
import { ScreenPanel } from '../../../base/screen/ScreenPanel.tsx';
import { GroupPanel } from './GroupPanel.tsx';
import { JobPanel } from './JobPanel.tsx';
import type { TaskRow } from '../model/task-rows.ts';
import { SelectionPanel } from './SelectionPanel.tsx';

/** @param props.chosen rows, in the order of the list */
export function TaskPanel(props: {
  readonly chosen: readonly TaskRow[];
  /** Waiting tasks as the window knows them, in the order in which they leave. */
  readonly isListEmpty: boolean;
}) {
  const { chosen, isListEmpty } = props;
  const [first] = chosen;
  if (first === undefined) {
    if (isListEmpty) return null;
    return (
      <ScreenPanel label="Task details">
        <Text size="sm" c="dimmed">
          Select a task to see its details.
        </Text>
      </ScreenPanel>
    );
  }
  if (chosen.length > 1) return <SelectionPanel chosen={chosen} />;
  return first.kind === 'group' ? (
    <GroupPanel group={first.group} />
  ) : (
    <JobPanel key={first.job.id} job={first.job} />
  );
}
