import { SegmentedControl } from '@mantine/core';
import { useTasks, useTaskSession } from '../session/screen.ts';

const LISTS = [
  { value: 'tasks', label: 'Pictures and clips' },
  { value: 'answers', label: 'Answers' },
] as const;

export function ListChoice() {
  const session = useTaskSession();
  const list = useTasks((state) => state.list);
  return (
    <SegmentedControl
      aria-label="List"
      data={[...LISTS]}
      value={list}
      onChange={(next) => session.showList(next)}
    />
  );
}
