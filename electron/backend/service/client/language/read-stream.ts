/** Frames of one JSON object each, then `[DONE]` (specification, "Events", 2). */
import { setImmediate as turn } from 'node:timers/promises';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { AppError, toAppError } from '../../../../../shared/errors/app-error.ts';
import { isLanguageAnswer, readLanguageAnswer } from '../../../../../shared/api/language-answer.ts';
import { isBareRefusal, tellsOfError } from '../../../../../shared/api/error-body.ts';
import { parseExactJson } from '../../../../../shared/parse-json.ts';
import { isNestedBeyond } from '../http/json-depth.ts';
import { mayBeCharged, timeLimitOf } from '../http/network-errors.ts';
import { errorOfJson, unusableAnswer, type CallAnswer } from '../http/response-errors.ts';
import { createEventText, type EventText } from './event-text.ts';
import { createFrameReader } from './frame-reader.ts';
import { EventCollector, type LanguageEnd, type LanguageEvent } from './language-events.ts';
import { watchForStall } from './stall-watch.ts';

const STREAM = {
  /** Characters of a frame, far more than a token with its alternatives. */
  maxFrameCharacters: 1_000_000,
  excerptCharacters: 300,
  /** Consecutive invalid frames after which this is no stream of answers. */
  maxUnreadable: 500,
  /** Characters read without checking the clock, unless the last part was fast. */
  slice: 8192,
  /** Longest reading without yielding to the event loop, ms. */
  longestTurn: 10,
  /** Size of the first parts, so that the first text is passed on before the rest is read. */
  firstSlice: 1024,
  /** Characters of an answer that turns out not to be a stream. */
  maxWholeCharacters: 8_000_000,
  /** Characters without a frame: the largest frame with some pings before it. */
  maxSilentCharacters: 2_000_000,
  maxTextlessCharacters: 64_000_000,
  /** Characters of text, more than the longest message. */
  maxTextCharacters: 8_000_000,
  /** Characters of all frames: half a million tokens with alternatives. */
  maxCharacters: 1_000_000_000,
} as const;

/** End marker of a stream (specification, "Events", 2). */
const END_MARKER = '[DONE]';

interface StreamReading {
  onEvents(events: readonly LanguageEvent[]): void;
  /** Wall-clock ms without a frame. White space, comments and other frames don't count. */
  readonly stallMilliseconds: number;
  /** Unix ms. */
  readonly now: () => number;
}

/** @throws AppError `interrupted`, `not-the-service`, `cancelled`, or as an error frame says */
export async function readStream(answer: CallAnswer, reading: StreamReading): Promise<LanguageEnd> {
  const { stallMilliseconds, now } = reading;
  const decoder = new TextDecoder(); // Drops a byte order mark, and joins characters split between chunks.
  const reader = new StreamReader(answer);
  const stall = { hasHappened: false };
  const onStall = () => {
    stall.hasHappened = true;
    answer.response.discard();
  };
  const tell = () => {
    const events = reader.take();
    if (events.length > 0) reading.onEvents(events);
  };
  let isHealthy = false;
  const watch = watchForStall(stallMilliseconds, onStall, now);
  try {
    for await (const chunk of answer.response.body) {
      const frames = reader.frames();
      const text = decoder.decode(chunk, { stream: true });
      const begun = performance.now();
      // Regular frames are read a hundred times faster than garbage.
      if (isHealthy || text.length <= STREAM.slice) reader.push(text);
      else {
        const first = frames > 0 ? 0 : STREAM.slice;
        await pushFirst(reader, text.slice(0, first), tell);
        await pushInSlices(reader, text.slice(first));
      }
      const isAlive = reader.frames() > frames;
      isHealthy = isAlive && performance.now() - begun < STREAM.longestTurn;
      tell();
      if (isAlive) watch.touch();
      if (reader.isOver() || stall.hasHappened) break;
    }
  } catch (error) {
    tell();
    if (stall.hasHappened) throw stalled(answer, stallMilliseconds);
    throw brokenOff(answer, toAppError(error));
  } finally {
    watch.stop();
  }
  if (stall.hasHappened) throw stalled(answer, stallMilliseconds);
  reader.push(decoder.decode());
  try {
    return reader.end();
  } finally {
    tell();
  }
}

async function pushFirst(reader: StreamReader, text: string, tell: () => void): Promise<void> {
  for (let at = 0; at < text.length; at += STREAM.firstSlice) {
    reader.push(text.slice(at, at + STREAM.firstSlice));
    tell();
    await turn();
  }
}

/** Yields, so that slow parsing blocks neither other calls nor the window. */
async function pushInSlices(reader: StreamReader, text: string): Promise<void> {
  let turnedAt = performance.now();
  for (let at = 0; at < text.length && !reader.isOver(); at += STREAM.slice) {
    reader.push(text.slice(at, at + STREAM.slice));
    if (performance.now() - turnedAt < STREAM.longestTurn) continue;
    await turn();
    turnedAt = performance.now();
  }
}

class StreamReader {
  readonly #answer: CallAnswer;
  readonly #collector = new EventCollector();
  readonly #frames = createFrameReader((choice, text, pieces) => {
    this.#frameCount += pieces;
    this.#textCharacters += text.length;
    this.#collector.addText(choice, text, pieces);
  });
  readonly #events: EventText;
  #frameCount = 0;
  #textCharacters = 0;
  #unreadable = 0;
  #all = 0;
  #silent = 0;
  #textless = 0;
  #isEnded = false;
  #problem: AppError | undefined;
  #form: 'unknown' | 'events' | 'whole' = 'unknown';
  #whole = '';

  constructor(answer: CallAnswer) {
    this.#answer = answer;
    const parser = createParser({
      maxBufferSize: STREAM.maxFrameCharacters,
      onEvent: (message) => this.#takeMessage(message),
      onError: (error) => {
        if (error.type === 'max-buffer-size-exceeded') {
          this.#problem ??= interrupted(answer, 'The service sent a part that is far too long.');
        } else if (error.type === 'unknown-field') this.#showUnreadable(error.line ?? '');
      },
    });
    this.#events = createEventText({
      feed: (text) => parser.feed(text),
      skim: (text, from) => (this.isOver() ? from : this.#frames.skim(text, from)),
    });
  }

  push(text: string): void {
    if (this.isOver()) return;
    const [frames, characters] = [this.#frameCount, this.#textCharacters];
    if (this.#form === 'unknown') this.#begin(text.trimStart());
    else this.#read(text);
    this.#count(text.length, this.#frameCount > frames, this.#textCharacters > characters);
  }

  frames(): number {
    return this.#frameCount;
  }

  take(): readonly LanguageEvent[] {
    return this.#collector.take();
  }

  /** Nothing that may follow matters. */
  isOver(): boolean {
    return this.#isEnded || this.#problem !== undefined;
  }

  /** @throws AppError see {@link readStream} */
  end(): LanguageEnd {
    if (!this.isOver() && this.#form === 'events') this.#events.end();
    if (this.#form === 'whole' && this.#problem === undefined) this.#takeWhole();
    if (this.#problem !== undefined) throw this.#problem;
    if (this.#isEnded) return { by: 'marker' };
    if (this.#form === 'whole') return { by: 'whole' };
    if (this.#collector.isComplete()) return { by: 'finish' };
    throw interrupted(this.#answer, 'The answer broke off.');
  }

  /** Ignores leading white space. */
  #begin(text: string): void {
    if (text === '') return;
    this.#form = /^[<{]/u.test(text) ? 'whole' : 'events';
    this.#read(text);
  }

  #read(text: string): void {
    if (this.#form === 'events') this.#events.push(text);
    else this.#whole += text;
  }

  #count(length: number, isFrame: boolean, isText: boolean): void {
    this.#all += length;
    this.#silent = isFrame || this.#form === 'whole' ? 0 : this.#silent + length;
    this.#textless = isText ? 0 : this.#textless + length;
    if (
      this.#all > STREAM.maxCharacters ||
      this.#textCharacters > STREAM.maxTextCharacters ||
      this.#whole.length > STREAM.maxWholeCharacters
    ) {
      this.#problem ??= interrupted(this.#answer, 'The answer was far too long.');
    } else if (
      this.#silent > STREAM.maxSilentCharacters ||
      this.#textless > STREAM.maxTextlessCharacters
    ) {
      this.#problem ??= empty(this.#answer);
    }
  }

  #takeMessage({ data, event }: EventSourceMessage): void {
    if (this.isOver()) return;
    const word = data.trim();
    if (word === '') return; // A ping.
    if (word === END_MARKER) {
      this.#isEnded = true;
      return;
    }
    const frame = this.#frames.read(data);
    switch (frame.is) {
      case 'answer':
        this.#frameCount += 1;
        this.#unreadable = 0;
        for (const { text, thoughts } of frame.answer.choices) {
          this.#textCharacters += text.length + thoughts.length;
        }
        this.#collector.addAnswer(frame.answer);
        return;
      case 'error':
        this.#problem = errorOfJson(this.#answer, data, frame.json);
        return;
      case 'unreadable':
        if (event === 'error') this.#problem = errorOfText(this.#answer, this.#excerpt(data));
        else this.#showUnreadable(data);
        return;
      case 'other':
        // Other frames without an answer may be progress, such as "queued".
        if (event === 'error' && isBareRefusal(frame.json)) {
          this.#problem = errorOfJson(this.#answer, data, frame.json);
        }
    }
  }

  #takeWhole(): void {
    const [answer, text] = [this.#answer, this.#whole];
    let json: unknown;
    try {
      if (isNestedBeyond(text)) throw new SyntaxError('nested too deep');
      json = parseExactJson(text);
    } catch {
      this.#problem = unusableAnswer(answer, text, 'the answer is not a stream');
      return;
    }
    if (tellsOfError(json) || isBareRefusal(json)) {
      this.#problem = errorOfJson(answer, text, json);
    } else if (isLanguageAnswer(json)) this.#collector.addAnswer(readLanguageAnswer(json));
    else this.#problem = unusableAnswer(answer, text, 'the answer contains no text');
  }

  #showUnreadable(text: string): void {
    this.#unreadable += 1;
    if (this.#unreadable > STREAM.maxUnreadable) this.#problem ??= empty(this.#answer);
    else this.#collector.addUnreadable(this.#excerpt(text));
  }

  #excerpt(text: string): string {
    return this.#answer.redactor.redact(text).slice(0, STREAM.excerptCharacters);
  }
}

/** Mentions the charge if there is one. */
function interrupted(
  answer: CallAnswer,
  message: string,
  details: AppError['details'] = callOf(answer),
  cause?: unknown,
): AppError {
  return new AppError(
    'interrupted',
    mayBeCharged(answer.context) ? `${message} It may have been charged.` : message,
    { action: 'retry', details: { ...details, request: 'sent', outcome: 'unknown' }, cause },
  );
}

function callOf({ context }: CallAnswer): { readonly call: string } {
  return { call: `${context.method} ${context.url.pathname}` };
}

function stalled(answer: CallAnswer, milliseconds: number): AppError {
  const seconds = Math.round(milliseconds / 100) / 10;
  return interrupted(
    answer,
    `No part of the answer came for ${seconds} seconds. You can change this limit in Settings.`,
    { ...callOf(answer), seconds },
  );
}

/** A cancellation or a bug stays unchanged, and a time limit keeps its message. */
function brokenOff(answer: CallAnswer, error: AppError): AppError {
  if (error.kind === 'cancelled' || error.kind === 'unexpected') return error;
  const limit = timeLimitOf(error);
  const sentence = limit ?? 'The connection broke in the middle of the answer.';
  return interrupted(answer, sentence, error.details ?? {}, error);
}

function empty(answer: CallAnswer): AppError {
  return interrupted(answer, 'The service sent a lot of data without any text.');
}

function errorOfText(answer: CallAnswer, text: string): AppError {
  const sentence = 'The service failed in the middle of the answer.';
  return new AppError(
    'service-failed',
    mayBeCharged(answer.context) ? `${sentence} It may have been charged.` : sentence,
    {
      action: 'retry',
      details: { ...callOf(answer), request: 'sent', outcome: 'unknown', body: text },
    },
  );
}
