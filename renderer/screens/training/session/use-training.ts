import { backend } from '../../../core/backend/client.ts';
import { addTrainingFile } from '../../../core/backend/media.ts';
import { createLastingSession } from '../../../core/screen/screen-session.tsx';
import { sayUndo } from '../../../core/ui/say-undo.ts';
import { say } from '../../../core/ui/say.ts';
import { createTrainingSession } from './training-session.ts';
import { createTrainingListStore } from './training-store.ts';

export const {
  useSession: useTrainingSession,
  useSessionState: useTraining,
  useStateNow: useTrainingState,
} = createLastingSession(() => {
  const store = createTrainingListStore();
  const copy = (text: string) => navigator.clipboard.writeText(text);
  const deps = { backend, store, say, sayUndo, copy, addFile: addTrainingFile };
  return { store, session: createTrainingSession(deps) };
});
