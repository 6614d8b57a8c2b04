/** Checks a key for free: lists models, or asks for a task that does not exist. */
import { randomUUID } from 'node:crypto';
import type { Model } from '../../../../../shared/api/models.ts';
import { speaksOfTask, TASK_RESULT_PATH } from '../../../../../shared/api/tasks.ts';
import { AppError } from '../../../../../shared/errors/app-error.ts';
import { readJson } from '../http/answer-reading.ts';
import { listModels } from './models.ts';
import { unusableAnswer } from '../http/response-errors.ts';
import type { CallOptions, ServiceCalls } from '../service-calls.ts';

export interface KeyCheck {
  /** The call that proved it. */
  readonly checkedBy: 'models' | 'task-result';
  readonly models: readonly Model[];
}

/** Repeats nothing, because the user is waiting. */
export async function checkKey(service: ServiceCalls, callOptions: CallOptions): Promise<KeyCheck> {
  const options = { ...callOptions, retry: false };
  let models: readonly Model[];
  try {
    models = await listModels(service, options);
  } catch (error) {
    if (!isMissingFunction(error)) throw error;
    await askForUnknownTask(service, options);
    return { checkedBy: 'task-result', models: [] };
  }
  // Some deployments show models to anyone, which proves nothing about the key.
  if (await refusesMadeUpKey(service, options)) return { checkedBy: 'models', models };
  await askForUnknownTask(service, options);
  return { checkedBy: 'task-result', models };
}

/** False if it accepts the key, or the answer says nothing about keys. */
async function refusesMadeUpKey(service: ServiceCalls, options: CallOptions): Promise<boolean> {
  try {
    await listModels(service, options, `gesso-check-${randomUUID()}`);
    return false;
  } catch (error) {
    if (!(error instanceof AppError) || error.details?.['status'] === undefined) throw error;
    return error.kind === 'key-rejected';
  }
}

/** "No such task" proves a valid key. */
async function askForUnknownTask(service: ServiceCalls, options: CallOptions): Promise<void> {
  const query = { task_id: randomUUID() };
  const what = { method: 'GET', path: TASK_RESULT_PATH, group: 'media', query } as const;
  try {
    await service.call(what, options, async (answer) => {
      const json = await readJson(answer);
      if (speaksOfTask(json)) return;
      throw unusableAnswer(answer, JSON.stringify(json), 'it does not speak of a task');
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.kind !== 'not-found' && !isJsonNotFound(error)) throw error;
  }
}

/** The deployment has no list of models, or this key may not see it. */
function isMissingFunction(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  const reason = error.details?.['reason'];
  return error.kind === 'not-permitted' || reason === 'API_NOT_FOUND' || isJsonNotFound(error);
}

/** 404 with the service's own error body; a plain or HTML 404 comes from a wrong address. */
function isJsonNotFound(error: AppError): boolean {
  return error.details?.['status'] === 404 && error.details['code'] !== undefined;
}
