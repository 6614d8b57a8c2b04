import { sniffMediaKind } from '../../../../../shared/api/media-kind.ts';
import { isBareRefusal, tellsOfError } from '../../../../../shared/api/error-body.ts';
import { parseExactJson } from '../../../../../shared/parse-json.ts';
import { toAppError, type AppError } from '../../../../../shared/errors/app-error.ts';
import type { AnswerFile } from './answer-file.ts';
import {
  createJsonFieldStream,
  JsonFieldError,
  type JsonFieldStream,
} from './json-field-stream.ts';
import { isNestedBeyond } from './json-depth.ts';
import { FileOutline } from '../outline/outline.ts';
import type { Redactor } from '../redaction.ts';
import { errorOfAnswer, errorOfJson, unusableAnswer, type CallAnswer } from './response-errors.ts';
import type { ExchangeResponse } from './exchange.ts';

const ERROR_BODY = {
  /** Enough for any report. */
  bytes: 64 * 1024,
  /** Ms; the status says enough, so a slow body is not waited for. */
  milliseconds: 10_000,
} as const;

/** Drops the connection if there is more. @throws AppError of the connection */
async function readBeginning(response: ExchangeResponse, limit: number): Promise<string> {
  const beginning = createBeginning(limit);
  for await (const chunk of response.body) if (!beginning.add(chunk)) break;
  return beginning.bytes().toString();
}

export async function readErrorBody(response: ExchangeResponse): Promise<string> {
  const beginning = createBeginning(ERROR_BODY.bytes);
  const timer = setTimeout(() => response.discard(), ERROR_BODY.milliseconds);
  try {
    for await (const chunk of response.body) if (!beginning.add(chunk)) break;
  } catch {
    // The connection broke or the user cancelled: the status and what was read are enough.
  } finally {
    clearTimeout(timer);
  }
  return beginning.bytes().toString();
}

function createBeginning(limit: number) {
  const chunks: Uint8Array[] = [];
  let length = 0;
  return {
    /** @returns false when there is enough */
    add(chunk: Uint8Array): boolean {
      if (length <= limit) chunks.push(chunk);
      length += chunk.byteLength;
      return length <= limit;
    },
    bytes: () => Buffer.concat(chunks).subarray(0, limit),
  };
}

/** Bytes. */
const ANSWER_LIMITS = {
  /** JSON answers that are read completely: a month of 20,000 bill rows has 9 MB. */
  jsonBytes: 64 * 1024 * 1024,
  /** A picture: 16 megapixels as an incompressible PNG are 64 MB, a third more in base64. */
  pictureBytes: 256 * 1024 * 1024,
  /** Beginning of an unusable picture answer that is kept. */
  keptBytes: 4 * 1024 * 1024,
} as const;

export async function requireSuccess(answer: CallAnswer): Promise<void> {
  const { status } = answer.response;
  if (status >= 200 && status < 300) return;
  const text = await readErrorBody(answer.response);
  answer.notes?.note(jsonOrText(text));
  throw errorOfAnswer(answer, text);
}

/** Keeps every digit. @throws AppError `bad-answer`, `not-the-service`, or the body's error */
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
    throw unusableAnswer(answer, text, WORDS['too-deep']);
  }
  let json: unknown;
  try {
    json = parseExactJson(text.replace(/^\uFEFF/u, ''));
  } catch {
    const isCut = Buffer.byteLength(text) >= ANSWER_LIMITS.jsonBytes;
    throw unusableAnswer(answer, text, WORDS[isCut ? 'too-long' : 'not-json']);
  }
  answer.notes?.note(json);
  if (tellsOfError(json) || isBareRefusal(json)) {
    throw errorOfJson(answer, text, json);
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
  const beginning = createBeginning(ANSWER_LIMITS.keptBytes);
  let refusal: AppError | undefined;
  let hasRoom = true;
  try {
    let received = 0;
    for (;;) {
      const next = await chunks.next();
      if (next.done === true) break;
      hasRoom = beginning.add(next.value);
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
    if (tellsOfError(rest) || isBareRefusal(rest))
      refusal = errorOfJson(answer, stream.excerpt(), rest);
    throw refusal ?? new JsonFieldError('no-picture', 'no picture');
  } catch (thrown) {
    const problem = refusal === undefined ? problemIn(thrown) : undefined;
    if (problem === undefined) throw thrown;
    const error =
      thrown instanceof JsonFieldError
        ? unusableAnswer(answer, stream.excerpt(), WORDS[problem])
        : toAppError(thrown);
    if (error.kind === 'bad-answer') {
      // Reads the rest as far as it is kept.
      while (hasRoom) {
        const next = await chunks.next().catch(() => undefined);
        if (next === undefined || next.done === true) break;
        hasRoom = beginning.add(next.value);
      }
      await keep(file, problem, beginning.bytes(), answer.redactor);
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

async function keep(
  file: AnswerFile,
  problem: JsonFieldError['problem'],
  answer: Buffer,
  redactor: Redactor,
): Promise<void> {
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

/** Returns the problem of a started answer; `undefined` for other errors. */
function problemIn(thrown: unknown): JsonFieldError['problem'] | undefined {
  if (thrown instanceof JsonFieldError) return thrown.problem;
  return toAppError(thrown).kind === 'bad-answer' ? 'not-json' : undefined; // The connection broke.
}

const WORDS: Readonly<Record<JsonFieldError['problem'], string>> = {
  'not-base64': 'the picture in it is damaged',
  'too-long': 'the answer is far too long',
  'too-deep': 'the answer is nested too deeply',
  'repeated-field': 'the answer contains two pictures',
  'no-picture': 'the answer contains no picture',
  'not-json': 'the answer broke off',
};
