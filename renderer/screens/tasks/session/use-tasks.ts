import { backend } from '../../../core/backend/client.ts';
import { sayUndo } from '../../../core/ui/say-undo.tsx';
import { copyText } from '../../../core/ui/copy-text.ts';
import { say } from '../../../core/ui/say.ts';
import { createTaskSession, createTaskStore } from './task-session.ts';

export const useTasks = createTaskStore();

export const tasks = createTaskSession({
  backend,
  store: useTasks,
  say,
  sayUndo,
  copy: copyText,
});
