/** The screen's name, and which of its two lists is shown. */
import { SegmentedControl, Title } from '@mantine/core';
import { useTasks, useTaskSession } from '../session/screen.ts';

const LISTS = [
  { value: 'tasks', label: 'Pictures and clips' },
  { value: 'answers', label: 'Answers' },
] as const;

export function TasksTitle() {
  const session = useTaskSession();
  const list = useTasks((state) => state.list);
  return (
    <>
      <Title order={2} size="lg">
        Tasks
      </Title>
      <SegmentedControl
        aria-label="List"
        data={[...LISTS]}
        value={list}
        onChange={(next) => session.showList(next)}
      />
    </>
  );
}
