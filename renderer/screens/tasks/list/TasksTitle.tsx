/** The screen's name, and which of its two lists is shown. */
import { SegmentedControl, Title } from '@mantine/core';
import { useTaskList } from '../session/task-store.ts';

const LISTS = [
  { value: 'tasks', label: 'Pictures and clips' },
  { value: 'answers', label: 'Answers' },
] as const;

export function TasksTitle() {
  const list = useTaskList((state) => state.list);
  return (
    <>
      <Title order={2} size="lg">
        Tasks
      </Title>
      <SegmentedControl
        size="xs"
        aria-label="List"
        data={[...LISTS]}
        value={list}
        onChange={(next) => useTaskList.setState({ list: next })}
      />
    </>
  );
}
