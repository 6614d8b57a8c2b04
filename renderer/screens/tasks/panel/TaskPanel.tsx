import { InspectorPlace, Inspector } from '../../../core/frame/Inspector.tsx';
import { GroupPanel } from './GroupPanel.tsx';
import { JobPanel } from './JobPanel.tsx';
import type { TaskRow } from '../model/task-rows.ts';
import { SelectedTasks } from './SelectedTasks.tsx';

export function TaskPanel(props: ChosenProps) {
  return (
    <InspectorPlace>
      <Chosen {...props} />
    </InspectorPlace>
  );
}

interface ChosenProps {
  /** In the order of the list. */
  readonly chosen: readonly TaskRow[];
}

function Chosen({ chosen }: ChosenProps) {
  const [first] = chosen;
  if (first === undefined)
    return (
      <Inspector label="Task details" head={null}>
        {null}
      </Inspector>
    );
  if (chosen.length > 1) return <SelectedTasks chosen={chosen} />;
  return first.kind === 'group' ? (
    <GroupPanel group={first.group} />
  ) : (
    <JobPanel key={first.job.id} job={first.job} />
  );
}
