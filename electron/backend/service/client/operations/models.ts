import {
  modelsAnswerSchema,
  modelsFromAnswer,
  MODELS_PATH,
  type Model,
} from '../../../../../shared/api/models.ts';
import { readJson } from '../http/answer-reading.ts';
import { unusableAnswer } from '../http/response-errors.ts';
import type { CallOptions, ServiceCalls } from '../service-calls.ts';

/** @param key to be tried instead of the connection's */
export async function listModels(
  service: ServiceCalls,
  options: CallOptions,
  key?: string,
): Promise<readonly Model[]> {
  const what = { method: 'GET', path: MODELS_PATH, group: 'language', key } as const;
  return await service.call(what, options, async (answer) => {
    const json = await readJson(answer);
    const parsed = modelsAnswerSchema.safeParse(json);
    // The list may be null, but an object without it is another service's answer.
    const hasList = typeof json === 'object' && json !== null && 'data' in json;
    if (parsed.success && hasList) return modelsFromAnswer(parsed.data);
    throw unusableAnswer(answer, JSON.stringify(json), 'the answer contains no list of models');
  });
}
