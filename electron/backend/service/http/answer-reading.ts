/** Bodies of answers: small ones as text, pictures straight to disk. */
import { tellsOfError } from '../../../../shared/api/error-body.ts';
import type { FailedCall } from '../../../../shared/api/errors.ts';
import type { AnswerFile } from './answer-file.ts';
import type { ExchangeResponse } from './exchange.ts';
import { createJsonFieldStream, JsonFieldError } from './json-field-stream.ts';
import type { CallContext } from './network-errors.ts';
import { readBeginning, readErrorBody } from './read-beginning.ts';
import type { Redactor } from '../redaction.ts';
import { errorOfAnswer, errorOfJson, unusableAnswer, type Answer } from './response-errors.ts';

/** Limits of reading, bytes. */
const ANSWER_LIMITS = {
  /** JSON answers that are read whole. */
  jsonBytes: 8 * 1024 * 1024,
  /** A picture's answer: 16 megapixels as an incompressible PNG are 64 MB, a third more in base64. */
  pictureBytes: 256 * 1024 * 1024,
} as const;

/** A call's answer with the facts for a report. */
export interface CallAnswer {
  readonly context: CallContext;
  readonly call: FailedCall;
  readonly response: ExchangeResponse;
  readonly redactor: Redactor;
}

/** Throws the error that a status other than 2xx stands for; its body is read for that. */
export async function requireSuccess(answer: CallAnswer): Promise<void> {
  const { status } = answer.response;
  if (status >= 200 && status < 300) return;
  const text = await readErrorBody(answer.response);
  throw errorOfAnswer(answerOf(answer, text), answer.redactor);
}

/**
 * A JSON body that is small by nature.
 *
 * @param exactNumbers numbers become the text that was sent: a double would round large ones
 * @throws AppError `bad-answer`, `not-the-service`, or the error in a body with a 2xx status
 */
export async function readJson(answer: CallAnswer, exactNumbers = false): Promise<unknown> {
  return (await readJsonText(answer, exactNumbers)).json;
}

/** The same with the text that it was read from. */
export async function readJsonText(
  answer: CallAnswer,
  exactNumbers = false,
): Promise<{ readonly json: unknown; readonly text: string }> {
  const text = await readBeginning(answer.response, ANSWER_LIMITS.jsonBytes);
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/u, ''), exactNumbers ? numberAsSent : undefined);
  } catch {
    throw unusableAnswer(answerOf(answer, text), 'the answer broke off', answer.redactor);
  }
  if (tellsOfError(json)) throw errorOfJson(answerOf(answer, text), json, answer.redactor);
  return { json, text };
}

/**
 * Reads `{"<field>": "<base64>", …}`: the field's bytes go to `file` as they arrive.
 *
 * @returns the answer's other fields
 * @throws AppError `bad-answer`, `not-the-service`, `disk-full`, `storage`, or the error of the connection
 */
export async function readPicture(
  answer: CallAnswer,
  field: string,
  file: AnswerFile,
): Promise<unknown> {
  const stream = createJsonFieldStream(field);
  try {
    let received = 0;
    for await (const chunk of answer.response.body) {
      received += chunk.byteLength;
      if (received > ANSWER_LIMITS.pictureBytes) throw new JsonFieldError('too-long', 'too large');
      for (const bytes of stream.push(chunk)) await file.write(bytes);
    }
    const { rest, found } = stream.end();
    if (found && file.byteLength() > 0) return rest;
    const report = answerOf(answer, stream.excerpt());
    if (tellsOfError(rest)) throw errorOfJson(report, rest, answer.redactor);
    throw unusableAnswer(report, 'the answer contains no picture', answer.redactor);
  } catch (error) {
    answer.response.discard();
    if (!(error instanceof JsonFieldError)) throw error;
    const report = answerOf(answer, stream.excerpt());
    throw unusableAnswer(report, problemOf(error), answer.redactor);
  }
}

/** The language's types do not know of `source` yet. */
function numberAsSent(_name: string, value: unknown, context?: { readonly source?: string }) {
  return typeof value === 'number' ? (context?.source ?? String(value)) : value;
}

/** A report's view of the answer. */
export function answerOf(answer: CallAnswer, text: string): Answer {
  const { status, header } = answer.response;
  const { context, call } = answer;
  return { context, call, status, header, text };
}

function problemOf(error: JsonFieldError): string {
  switch (error.problem) {
    case 'not-base64':
      return 'the picture in it is damaged';
    case 'too-long':
      return 'the answer is far too long';
    case 'repeated-field':
      return 'the answer contains two pictures';
    case 'not-json':
      return 'the answer broke off';
  }
}
