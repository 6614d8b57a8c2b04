import { createStore } from 'zustand/vanilla';
import type { LanguageRun } from '../../../../../shared/contract/language.ts';
import type { ReadTable } from '../../../../../shared/contract/prompt-tables.ts';
import type { AppError } from '../../../../../shared/errors/app-error.ts';
import type { OpenDocument } from '../document/open-document.ts';
import { DEFAULT_DOCUMENT_SETTINGS, type DocumentSettings } from './document-settings.ts';
import type { WritingProgress } from './writing.ts';

export interface ShownAnswer {
  /** `undefined` until the request is sent. */
  readonly runId: string | undefined;
  readonly slotId: string;
  readonly startedAt: number;
  /** Answers side by side. */
  readonly count: number;
  readonly isStreamed: boolean;
  readonly progress: WritingProgress | undefined;
  /** Set once the answer has ended. */
  readonly run: LanguageRun | undefined;
}

export interface CompletionState {
  readonly isRestored: boolean;
  readonly document: OpenDocument | undefined;
  readonly name: string;
  readonly settings: DocumentSettings;
  /** By document id. */
  readonly answers: ReadonlyMap<string, ShownAnswer>;
  readonly areCandidatesShown: boolean;
  /** Run replaces the selection. */
  readonly hasSelection: boolean;
  /** The cursor, or where the selection begins. */
  readonly selectionFrom: number;
  readonly isFinding: boolean;
  readonly length: number;
  readonly error: AppError | undefined;
  readonly mode: CompletionMode;
  /** Parsed rows that are not in the library yet. */
  readonly tableDraft: TableDraft | undefined;
  readonly tableId: string | undefined;
}

export const COMPLETION_MODES = ['text', 'prompts', 'table'] as const;
export type CompletionMode = (typeof COMPLETION_MODES)[number];

export interface TableDraft extends ReadTable {
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
    selectionFrom: 0,
    isFinding: false,
    length: 0,
    error: undefined,
    mode: 'text',
    tableDraft: undefined,
    tableId: undefined,
  }));
}

export function shownAnswer({ answers, document }: CompletionState): ShownAnswer | undefined {
  return document === undefined ? undefined : answers.get(document.id);
}

export function isWriting(state: CompletionState): boolean {
  const answer = shownAnswer(state);
  return answer !== undefined && answer.run === undefined;
}

/** Returns where the next prompt ends; `undefined` at the end of the document. */
export function promptEnd(state: CompletionState): number | undefined {
  return state.hasSelection || state.settings.place === 'cursor' ? state.selectionFrom : undefined;
}
