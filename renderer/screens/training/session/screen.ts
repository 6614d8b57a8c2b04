import { backend } from '../../../base/backend/client.ts';
import { addTrainingFile } from '../../../base/backend/media.ts';
import { createLastingSession } from '../../../base/screen/screen-session.tsx';
import { sayUndo } from '../../../base/ui/say-undo.ts';
import { say } from '../../../base/ui/say.ts';
import { createTrainingSession } from './training-session.ts';
import { createTrainingStore } from './training-store.ts';

export const {
  useSession: useTrainingSession,
  useSessionState: useTraining,
  useStateNow: useTrainingState,
} = createLastingSession(() => {
  const store = createTrainingStore();
  const copy = (text: string) => navigator.clipboard.writeText(text);
  const parts = { backend, store, say, sayUndo, copy, addFile: addTrainingFile };
  return { store, session: createTrainingSession(parts) };
});
