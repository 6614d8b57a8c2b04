import { BILLS_PATH } from '../../../../shared/api/billing.ts';
import { DEFAULT_CHAT_PATH } from '../../../../shared/api/chat.ts';
import { CLEANUP_PATH } from '../../../../shared/api/cleanup.ts';
import { COMPLETIONS_PATH } from '../../../../shared/api/completions.ts';
import { MERGE_FACE_PATH, REMOVE_TEXT_PATH } from '../../../../shared/api/images.ts';
import { MODELS_PATH } from '../../../../shared/api/models.ts';
import { PROGRESS_PATH } from '../../../../shared/api/progress.ts';
import { TASK_RESULT_PATH } from '../../../../shared/api/tasks.ts';
import { TRAINING_UPLOAD_PATH } from '../../../../shared/api/training-upload.ts';
import { UPSCALE_PATH } from '../../../../shared/api/upscale.ts';
import { VIDEO_PATH } from '../../../../shared/api/video.ts';
import type { Operation } from '../../../../shared/contract/activity.ts';

const OPERATION_OF: ReadonlyMap<string, Operation> = new Map([
  [CLEANUP_PATH, 'cleanup'],
  [REMOVE_TEXT_PATH, 'remove-text'],
  [MERGE_FACE_PATH, 'merge-face'],
  [VIDEO_PATH, 'video'],
  [UPSCALE_PATH, 'upscale'],
  [TASK_RESULT_PATH, 'task-result'],
  [PROGRESS_PATH, 'task-progress'],
  [TRAINING_UPLOAD_PATH, 'training-ticket'],
  [COMPLETIONS_PATH, 'completion'],
  [MODELS_PATH, 'models'],
  [BILLS_PATH, 'bills'],
]);

const KNOWN_PATHS: readonly string[] = [DEFAULT_CHAT_PATH, ...OPERATION_OF.keys()];

/** Host and standard path of an address; a custom path may identify its owner. */
export function plainAddress(address: string): string {
  if (!URL.canParse(address)) return '…';
  const { host, pathname } = new URL(address);
  const known = KNOWN_PATHS.find((path) => pathname.endsWith(path)) ?? '';
  const isWhole = known !== '' && pathname === known;
  return `${host}${isWhole ? '' : '/…'}${known}`;
}

/** @param chatPath of the connection */
export function operationOf(path: string, chatPath: string): Operation {
  return OPERATION_OF.get(path) ?? (path === chatPath ? 'chat' : 'other');
}
