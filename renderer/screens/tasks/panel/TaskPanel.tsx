/** The panel: everything about the selected task, group, or selection. */
import { Text } from '@mantine/core';
import { PanelPlace, ScreenPanel } from '../../../base/screen/ScreenPanel.tsx';
import { GroupPanel } from './GroupPanel.tsx';
import { JobPanel } from './JobPanel.tsx';
import type { TaskRow } from '../model/task-rows.ts';
import { SelectionPanel } from './SelectionPanel.tsx';

export function TaskPanel(props: ChosenProps) {
  return (
    <PanelPlace>
      <Chosen {...props} />
    </PanelPlace>
  );
}

interface ChosenProps {
  /** In the order of the list. */
  readonly chosen: readonly TaskRow[];
  /** Waiting tasks as the window knows them, in the order in which they leave. */
  readonly isListEmpty: boolean;
}

function Chosen({ chosen, isListEmpty }: ChosenProps) {
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
