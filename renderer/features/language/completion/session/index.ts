export {
  CompletionProvider,
  useCompletion,
  useCompletionSession,
  useCompletionState,
} from './CompletionProvider.tsx';
export { isWriting, shownAnswer, type ShownAnswer } from './completion-store.ts';
