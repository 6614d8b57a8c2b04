/** The plain state of the completion tab. */
import { createStore } from 'zustand/vanilla';
import type { LanguageRun } from '../../../../../shared/contract/language.ts';
import type { ReadTable } from '../../../../../shared/contract/prompt-tables.ts';
import type { AppError } from '../../../../../shared/errors/app-error.ts';
import type { OpenDocument } from '../document/open-document.ts';
import { DEFAULT_DOCUMENT_SETTINGS, type DocumentSettings } from './document-settings.ts';
import type { WritingProgress } from './writing.ts';

/** An answer of the document in front. */
export interface ShownAnswer {
  /** `undefined` until the service has been asked. */
  readonly runId: string | undefined;
  readonly slotId: string;
  readonly startedAt: number;
  /** Answers side by side. */
  readonly count: number;
  readonly isStreamed: boolean;
  readonly progress: WritingProgress | undefined;
  /** The record of an answer that has ended. */
  readonly run: LanguageRun | undefined;
}

export interface CompletionState {
  readonly isRestored: boolean;
  /** The document in front. */
  readonly document: OpenDocument | undefined;
  readonly name: string;
  readonly settings: DocumentSettings;
  /** The latest answer of each open document. */
  readonly answers: ReadonlyMap<string, ShownAnswer>;
  /** The answers side by side are shown. */
  readonly areCandidatesShown: boolean;
  /** The document is longer than the cursor's place, or has a selection: Run replaces it. */
  readonly hasSelection: boolean;
  /** The find bar is open. */
  readonly isFinding: boolean;
  readonly length: number;
  readonly error: AppError | undefined;
  /** The part in the middle: the document, prompts of other forms, or a table of prompts. */
  readonly mode: CompletionMode;
  /** Rows that were read and are not in the library yet. */
  readonly tableDraft: TableDraft | undefined;
  /** The table that is shown. */
  readonly tableId: string | undefined;
}

export const COMPLETION_MODES = ['text', 'prompts', 'table'] as const;
export type CompletionMode = (typeof COMPLETION_MODES)[number];

/** See {@link CompletionState}. */
export interface TableDraft extends ReadTable {
  /** Of its file. */
  readonly name: string;
}

export type CompletionStore = ReturnType<typeof createCompletionStore>;

export function createCompletionStore() {
  return createStore<CompletionState>(() => ({
    isRestored: false,
    document: undefined,
    name: '',
    settings: DEFAULT_DOCUMENT_SETTINGS,
    answers: new Map(),
    areCandidatesShown: false,
    hasSelection: false,
    isFinding: false,
    length: 0,
    error: undefined,
    mode: 'text',
    tableDraft: undefined,
    tableId: undefined,
  }));
}

/** The answer of the document in front. */
export function shownAnswer({ answers, document }: CompletionState): ShownAnswer | undefined {
  return document === undefined ? undefined : answers.get(document.id);
}

/** Whether an answer is being written into the document in front. */
export function isWriting(state: CompletionState): boolean {
  const answer = shownAnswer(state);
  return answer !== undefined && answer.run === undefined;
}
