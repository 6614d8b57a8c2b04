import { sniffMediaKind } from '../../../../../shared/api/media-kind.ts';
import { isBareRefusal, tellsOfError } from '../../../../../shared/api/error-body.ts';
import { parseExactJson } from '../../../../../shared/parse-json.ts';
import { toAppError, type AppError } from '../../../../../shared/errors/app-error.ts';
import type { FailedCall } from '../../../../../shared/api/errors.ts';
import type { AnswerFile } from './answer-file.ts';
import type { ExchangeResponse } from './exchange.ts';
import {
  createJsonFieldStream,
  JsonFieldError,
  type JsonFieldStream,
} from './json-field-stream.ts';
import type { CallContext } from './network-errors.ts';
import { isNestedBeyond } from './json-depth.ts';
import { readBeginning, readErrorBody } from './read-beginning.ts';
import type { CallNotes } from '../call-meter.ts';
import { FileOutline } from '../outline/outline.ts';
import type { Redactor } from '../redaction.ts';
import { errorOfAnswer, errorOfJson, unusableAnswer, type ErrorAnswer } from './response-errors.ts';

/** Bytes. */
const ANSWER_LIMITS = {
  /** JSON answers that are read completely: a month of 20,000 bill rows has 9 MB. */
  jsonBytes: 64 * 1024 * 1024,
  /** A picture: 16 megapixels as an incompressible PNG are 64 MB, a third more in base64. */
  pictureBytes: 256 * 1024 * 1024,
  /** Beginning of an unusable picture answer that is kept. */
  keptBytes: 4 * 1024 * 1024,
} as const;

export interface CallAnswer {
  readonly context: CallContext;
  readonly call: FailedCall;
  readonly response: ExchangeResponse;
  readonly redactor: Redactor;
  readonly notes?: CallNotes | undefined;
}

/** Reads the body for the error. */
export async function requireSuccess(answer: CallAnswer): Promise<void> {
  const { status } = answer.response;
  if (status >= 200 && status < 300) return;
  const text = await readErrorBody(answer.response);
  answer.notes?.note(jsonOrText(text));
  throw errorOfAnswer(answerOf(answer, text), answer.redactor);
}

/**
 * Keeps every digit of numbers (`parseExactJson`).
 * @throws AppError `bad-answer`, `not-the-service`, or the error in a body with a 2xx status
 */
export async function readJson(answer: CallAnswer): Promise<unknown> {
  return (await readJsonText(answer)).json;
}

/** @param onText called before parsing, even for invalid text */
export async function readJsonText(
  answer: CallAnswer,
  onText: (text: string) => void = () => undefined,
): Promise<{ readonly json: unknown; readonly text: string }> {
  const text = await readBeginning(answer.response, ANSWER_LIMITS.jsonBytes);
  onText(text);
  if (isNestedBeyond(text)) {
    throw unusableAnswer(answerOf(answer, text), WORDS['too-deep'], answer.redactor);
  }
  let json: unknown;
  try {
    json = parseExactJson(text.replace(/^\uFEFF/u, ''));
  } catch {
    const isCut = Buffer.byteLength(text) >= ANSWER_LIMITS.jsonBytes;
    const problem = WORDS[isCut ? 'too-long' : 'not-json'];
    throw unusableAnswer(answerOf(answer, text), problem, answer.redactor);
  }
  answer.notes?.note(json);
  if (tellsOfError(json) || isBareRefusal(json)) {
    throw errorOfJson(answerOf(answer, text), json, answer.redactor);
  }
  return { json, text };
}

function jsonOrText(text: string): unknown {
  if (isNestedBeyond(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/**
 * Streams the field's bytes to `file`. An unusable answer may have been paid for, so `file` is
 * committed with the picture, or with the raw answer.
 * @returns the other fields
 * @throws AppError `bad-answer`, `not-the-service`, `disk-full`, `storage`, or connection errors
 */
export async function readPicture(
  answer: CallAnswer,
  field: string,
  file: AnswerFile,
): Promise<unknown> {
  const stream = createJsonFieldStream(field);
  const chunks = answer.response.body[Symbol.asyncIterator]();
  const beginning = createBeginning();
  let refusal: AppError | undefined;
  try {
    let received = 0;
    for (;;) {
      const next = await chunks.next();
      if (next.done === true) break;
      beginning.add(next.value);
      received += next.value.byteLength;
      if (received > ANSWER_LIMITS.pictureBytes) throw new JsonFieldError('too-long', 'too large');
      for (const bytes of pushed(stream, next.value)) await file.write(bytes);
    }
    const { rest, found } = stream.end();
    const others = typeof rest === 'object' && rest !== null ? rest : {};
    answer.notes?.note(
      found ? { ...others, [field]: new FileOutline(file.byteLength()) } : { ...others },
    );
    if (found && file.byteLength() > 0) return rest;
    const report = answerOf(answer, stream.excerpt());
    if (tellsOfError(rest) || isBareRefusal(rest))
      refusal = errorOfJson(report, rest, answer.redactor);
    throw refusal ?? new JsonFieldError('no-picture', 'no picture');
  } catch (thrown) {
    const problem = refusal === undefined ? problemIn(thrown) : undefined;
    if (problem === undefined) throw thrown;
    const report = answerOf(answer, stream.excerpt());
    const error =
      thrown instanceof JsonFieldError
        ? unusableAnswer(report, WORDS[problem], answer.redactor)
        : toAppError(thrown);
    if (error.kind === 'bad-answer') {
      // Reads the rest as far as it is kept.
      while (!beginning.isFull()) {
        const next = await chunks.next().catch(() => undefined);
        if (next === undefined || next.done === true) break;
        beginning.add(next.value);
      }
      await keep(file, problem, beginning.chunks(), answer.redactor);
    }
    throw error;
  } finally {
    answer.response.discard();
  }
}

/** Includes bytes before an invalid position in the chunk. */
function* pushed(stream: JsonFieldStream, chunk: Uint8Array): Generator<Buffer, void, void> {
  let bytes: readonly Buffer[];
  try {
    bytes = stream.push(chunk);
  } catch (error) {
    yield* stream.decodedBefore();
    throw error;
  }
  yield* bytes;
}

function createBeginning() {
  const kept: Uint8Array[] = [];
  let left: number = ANSWER_LIMITS.keptBytes;
  return {
    add(chunk: Uint8Array): void {
      if (left <= 0) return;
      kept.push(chunk.subarray(0, left));
      left -= chunk.byteLength;
    },
    isFull: (): boolean => left <= 0,
    chunks: (): readonly Uint8Array[] => kept,
  };
}

/** Prefers a complete picture over the raw answer; drops a damaged one. */
async function keep(
  file: AnswerFile,
  problem: JsonFieldError['problem'],
  chunks: readonly Uint8Array[],
  redactor: Redactor,
): Promise<void> {
  const answer = Buffer.concat(chunks);
  const isPicture = sniffMediaKind(file.head()) !== undefined;
  const isWhole = problem !== 'not-base64' && problem !== 'too-long';
  const isBeginning = answer.byteLength === ANSWER_LIMITS.keptBytes;
  if (!isPicture || (!isWhole && !isBeginning)) {
    if (answer.byteLength === 0) return;
    await file.restart();
    // SECURITY: S22 one byte a character, so that all other bytes stay unchanged
    await file.write(Buffer.from(redactor.withoutSecrets(answer.toString('latin1')), 'latin1'));
  }
  await file.commit();
}

export function answerOf(answer: CallAnswer, text: string): ErrorAnswer {
  const { status, header } = answer.response;
  const { context, call } = answer;
  return { context, call, status, header, text };
}

/** Returns the problem of a started answer; `undefined` for other errors. */
function problemIn(thrown: unknown): JsonFieldError['problem'] | undefined {
  if (thrown instanceof JsonFieldError) return thrown.problem;
  return toAppError(thrown).kind === 'bad-answer' ? 'not-json' : undefined; // The connection broke.
}

/** Ends “The service sent no usable result: …”. */
const WORDS: Readonly<Record<JsonFieldError['problem'], string>> = {
  'not-base64': 'the picture in it is damaged',
  'too-long': 'the answer is far too long',
  'too-deep': 'the answer is nested too deeply',
  'repeated-field': 'the answer contains two pictures',
  'no-picture': 'the answer contains no picture',
  'not-json': 'the answer broke off',
};
