import { backend } from '../../../base/backend/client.ts';
import { createLastingSession } from '../../../base/screen/screen-session.tsx';
import { sayUndo } from '../../../base/ui/say-undo.ts';
import { say } from '../../../base/ui/say.ts';
import { createTaskSession } from './task-session.ts';
import { createTaskStore } from './task-store.ts';

export const {
  useSession: useTaskSession,
  useSessionState: useTasks,
  useStateNow: useTasksState,
} = createLastingSession(() => {
  const store = createTaskStore();
  const copy = (text: string) => navigator.clipboard.writeText(text);
  return { store, session: createTaskSession({ backend, store, say, sayUndo, copy }) };
});
