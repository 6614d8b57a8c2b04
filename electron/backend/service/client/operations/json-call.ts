import { isRecord } from '../../../../../shared/api/lenient.ts';
import { readJsonText } from '../http/answer-reading.ts';
import { unusableAnswer } from '../http/response-errors.ts';
import type { CallDescription, CallOptions, ServiceCalls } from '../service-calls.ts';

/** Characters of an answer that are passed on; an honest one has some thousand. */
const MOST_CHARACTERS = 200_000;

export interface CallListener {
  /** Redacted and cut after 200,000 characters; called even for an unusable answer. */
  onAnswer?(text: string): void;
}

/**
 * @param read returns `undefined` if the data is missing
 * @param missing ends the sentence "The service sent no usable result: …"
 * @throws AppError `bad-answer` or `not-the-service` for unusable JSON, and errors of
 * `ServiceClient`
 */
export async function jsonCall<T>(
  service: ServiceCalls,
  description: CallDescription,
  options: CallOptions & CallListener,
  read: (json: unknown) => T | undefined,
  missing: string,
): Promise<T> {
  return await service.call(description, options, async (answer) => {
    const onText = (text: string) =>
      options.onAnswer?.(answer.redactor.redact(text.slice(0, MOST_CHARACTERS)));
    const { json, text } = await readJsonText(answer, onText);
    const found = read(json);
    if (found === undefined) throw unusableAnswer(answer, text, missing);
    return found;
  });
}

/** Reads the `data` of a `/v2` envelope. */
export async function envelopeCall<T>(
  service: ServiceCalls,
  description: CallDescription,
  options: CallOptions & CallListener,
  read: (data: unknown) => T | undefined,
  missing: string,
): Promise<T> {
  const ofEnvelope = (json: unknown) => (isRecord(json) ? read(json['data']) : undefined);
  return await jsonCall(service, description, options, ofEnvelope, missing);
}
