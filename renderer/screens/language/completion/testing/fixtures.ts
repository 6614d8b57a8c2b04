/** Fixtures for tests of documents. */
import type { LanguageRun } from '../../../../../shared/contract/language.ts';

/** The record of an answer that ended normally. */
export const FINISHED_RUN: LanguageRun = {
  id: 'r',
  state: 'done',
  model: 'm',
  connectionName: 'c',
  isPractice: true,
  createdAt: 1,
  pieces: 7,
  finishReasons: ['stop'],
  usage: { promptTokens: 2, completionTokens: 3, totalTokens: 5 },
  request: { kind: 'completion', model: 'm', prompt: 'Once' },
};
