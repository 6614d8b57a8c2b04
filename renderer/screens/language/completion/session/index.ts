export { CompletionProvider, useCompletion, useCompletionSession } from './CompletionProvider.tsx';
export {
  COMPLETION_MODES,
  isWriting,
  promptEnd,
  shownAnswer,
  type CompletionMode,
  type ShownAnswer,
  type TableDraft,
} from './completion-store.ts';
export { NOTHING_WRITTEN } from './places.ts';
export type { CompletionSession } from './completion-session.ts';
export type { CountedText } from './counted-text.ts';
