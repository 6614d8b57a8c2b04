import type { Patch } from '../contract/photos.ts';
import type { CallOutcome, Operation } from '../contract/activity.ts';

export const OPERATION_WORDS: Readonly<Record<Operation, string>> = {
  cleanup: 'Clean-up',
  'remove-text': 'Text removal',
  'merge-face': 'Face merge',
  video: 'Video',
  upscale: 'Enlargement',
  'task-result': 'Task check',
  'task-progress': 'Enlargement check',
  download: 'Download',
  'training-ticket': 'Upload address',
  upload: 'Upload',
  chat: 'Chat',
  completion: 'Completion',
  models: 'List of models',
  bills: 'Bills',
  other: 'Other call',
};

export const RESULT_WORDS: Readonly<Record<Patch['operation'], string>> = {
  ...OPERATION_WORDS,
  recipe: 'Recipe steps',
};

export const OUTCOME_WORDS: Readonly<Record<CallOutcome, string>> = {
  ok: 'Done',
  failed: 'Failed',
  unknown: 'Failed, may be charged',
  stopped: 'Stopped',
};
