import { useTasks, useTaskSession } from '../session/use-tasks.ts';
import { Segments } from '../../../core/ui/Segments.tsx';

const LISTS = [
  { value: 'tasks', label: 'Pictures and clips' },
  { value: 'answers', label: 'Answers' },
] as const;

export function ListChoice() {
  const session = useTaskSession();
  const list = useTasks((state) => state.list);
  return (
    <Segments
      aria-label="List"
      data={LISTS}
      value={list}
      onChange={(next) => session.showList(next)}
    />
  );
}
