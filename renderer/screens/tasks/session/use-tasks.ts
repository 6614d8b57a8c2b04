import { backend } from '../../../core/backend/client.ts';
import { createLastingSession } from '../../../core/screen/screen-session.tsx';
import { sayUndo } from '../../../core/ui/say-undo.tsx';
import { say } from '../../../core/ui/say.ts';
import { createTaskSession, createTaskStore } from './task-session.ts';

export const {
  useSession: useTaskSession,
  useSessionState: useTasks,
  useStateNow: useTasksState,
} = createLastingSession(() => {
  const store = createTaskStore();
  const copy = (text: string) => navigator.clipboard.writeText(text);
  return { store, session: createTaskSession({ backend, store, say, sayUndo, copy }) };
});
