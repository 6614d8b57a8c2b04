export {
  CompletionProvider,
  useCompletion,
  useCompletionSession,
  useCompletionState,
} from './CompletionProvider.tsx';
export {
  COMPLETION_MODES,
  isWriting,
  shownAnswer,
  type CompletionMode,
  type ShownAnswer,
  type TableDraft,
} from './completion-store.ts';
