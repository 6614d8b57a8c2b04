/**
 * A streamed answer: server-sent events with one JSON object each, ending with `[DONE]`
 * (specification, "Events", 2). Text that arrived before an error has been passed on by then, and
 * stays.
 */
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { AppError, toAppError } from '../../../../shared/errors/app-error.ts';
import { isLanguageAnswer, readLanguageAnswer } from '../../../../shared/api/language-answer.ts';
import { tellsOfError } from '../../../../shared/api/error-body.ts';
import { answerOf, type CallAnswer } from '../http/answer-reading.ts';
import { errorOfJson, unusableAnswer, type Answer } from '../http/response-errors.ts';
import { createEventText, type EventText } from './event-text.ts';
import { createFrameReader } from './frame-reader.ts';
import { EventCollector, type LanguageEnd, type LanguageEvent } from './language-events.ts';
import { watchForStall } from './stall-watch.ts';

/** Limits of this module. */
const STREAM = {
  /** Characters of one frame: far more than any token with its alternatives. */
  maxFrameCharacters: 4_000_000,
  /** Characters of an unreadable frame that are shown. */
  excerptCharacters: 300,
  /** Characters of an answer that is no stream after all. */
  maxWholeCharacters: 16_000_000,
} as const;

/** The end marker of a stream (specification, "Events", 2). */
const END_MARKER = '[DONE]';

/** Options for reading a stream. */
export interface StreamReading {
  /** Called for each part that arrives, with everything in it. */
  onEvents(events: readonly LanguageEvent[]): void;
  /** Nothing arrives for so long, ms by the wall clock: the stream is given up. */
  readonly stallMilliseconds: number;
  /** Unix ms. */
  readonly now: () => number;
}

/**
 * Reads an answer to its end.
 *
 * @throws AppError `interrupted` when it ends too early, `not-the-service` for a web page, the kind that an
 *   error frame names, `cancelled`
 */
export async function readStream(answer: CallAnswer, reading: StreamReading): Promise<LanguageEnd> {
  const { stallMilliseconds, now } = reading;
  const decoder = new TextDecoder(); // drops a byte order mark, joins characters split between parts
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
  const watch = watchForStall(stallMilliseconds, onStall, now);
  try {
    for await (const chunk of answer.response.body) {
      reader.push(decoder.decode(chunk, { stream: true }));
      tell();
      watch.touch(); // the time that the reader took is not the service's
      if (reader.isOver()) break;
    }
  } catch (error) {
    tell();
    if (stall.hasHappened) throw stalled(answer, stallMilliseconds);
    throw brokenOff(toAppError(error));
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

/** The text of an answer, from its first character to its last. */
class StreamReader {
  readonly #answer: CallAnswer;
  readonly #collector = new EventCollector();
  readonly #frames = createFrameReader((choice, text, pieces) =>
    this.#collector.addText(choice, text, pieces),
  );
  readonly #events: EventText;
  #isEnded = false;
  #problem: AppError | undefined;
  #form: 'unknown' | 'events' | 'whole' = 'unknown';
  /** The whole text, as long as no event was found. */
  #whole = '';

  constructor(answer: CallAnswer) {
    this.#answer = answer;
    const parser = createParser({
      maxBufferSize: STREAM.maxFrameCharacters,
      onEvent: (message) => this.#takeMessage(message),
      onError: (error) => {
        if (error.type === 'max-buffer-size-exceeded') this.#problem ??= tooLong(answer);
        else if (error.type === 'unknown-field') this.#showUnreadable(error.line ?? '');
      },
    });
    this.#events = createEventText({
      feed: (text) => parser.feed(text),
      skim: (text, from) => (this.isOver() ? from : this.#frames.skim(text, from)),
    });
  }

  push(text: string): void {
    if (this.isOver()) return;
    if (this.#form === 'events') this.#events.push(text);
    else if (this.#whole.length < STREAM.maxWholeCharacters) this.#whole += text;
    if (this.#form !== 'unknown') return;
    const start = this.#whole.trimStart();
    if (start === '') return;
    this.#form = /^[<{]/u.test(start) ? 'whole' : 'events';
    if (this.#form === 'events') this.#events.push(this.#whole);
  }

  /** The events since the last call. */
  take(): readonly LanguageEvent[] {
    return this.#collector.take();
  }

  /** True when nothing that may follow matters. */
  isOver(): boolean {
    return this.#isEnded || this.#problem !== undefined;
  }

  /** No more text comes. @throws AppError see {@link readStream} */
  end(): LanguageEnd {
    if (!this.isOver() && this.#form === 'events') this.#events.end();
    if (this.#form === 'whole') this.#takeWhole();
    if (this.#problem !== undefined) throw this.#problem;
    if (this.#isEnded) return { by: 'marker' };
    if (this.#form === 'whole') return { by: 'whole' };
    if (this.#collector.isComplete()) return { by: 'finish' };
    throw endedEarly(this.#answer);
  }

  #takeMessage({ data, event }: EventSourceMessage): void {
    if (this.isOver()) return;
    if (data.trim() === END_MARKER) {
      this.#isEnded = true;
      return;
    }
    const frame = this.#frames.read(data);
    switch (frame.is) {
      case 'answer':
        this.#collector.addAnswer(frame.answer);
        return;
      case 'error':
        this.#problem = errorOfJson(this.#report(data), frame.json, this.#answer.redactor);
        return;
      case 'unreadable':
        if (event === 'error') this.#problem = errorOfText(this.#answer, this.#excerpt(data));
        else this.#showUnreadable(data);
        return;
      case 'other':
    }
  }

  /** The service did not stream although it was asked to: an answer all the same. */
  #takeWhole(): void {
    const { redactor } = this.#answer;
    const report = this.#report(this.#whole);
    let json: unknown;
    try {
      json = JSON.parse(this.#whole);
    } catch {
      this.#problem = unusableAnswer(report, 'the answer is not a stream', redactor);
      return;
    }
    if (tellsOfError(json)) this.#problem = errorOfJson(report, json, redactor);
    else if (isLanguageAnswer(json)) this.#collector.addAnswer(readLanguageAnswer(json));
    else this.#problem = unusableAnswer(report, 'the answer contains no text', redactor);
  }

  #showUnreadable(text: string): void {
    this.#collector.addUnreadable(this.#excerpt(text));
  }

  #excerpt(text: string): string {
    return this.#answer.redactor.redact(text).slice(0, STREAM.excerptCharacters);
  }

  #report(text: string): Answer {
    return answerOf(this.#answer, text);
  }
}

function interrupted(message: string, details: AppError['details'], cause?: unknown): AppError {
  return new AppError(
    {
      kind: 'interrupted',
      message,
      action: 'retry',
      details: { ...details, request: 'sent', outcome: 'unknown' },
    },
    { cause },
  );
}

function callOf({ context }: CallAnswer): { readonly call: string } {
  return { call: `${context.method} ${context.url.pathname}` };
}

function endedEarly(answer: CallAnswer): AppError {
  return interrupted('The answer broke off.', callOf(answer));
}

function stalled(answer: CallAnswer, milliseconds: number): AppError {
  const seconds = Math.round(milliseconds / 100) / 10;
  return interrupted(`The answer stalled for ${seconds} seconds.`, { ...callOf(answer), seconds });
}

/** The error for a connection that broke in the middle. A stop by the user, or a mistake of Gesso’s, stays as it is. */
function brokenOff(error: AppError): AppError {
  if (error.kind === 'cancelled' || error.kind === 'unexpected') return error;
  return interrupted(
    'The connection broke in the middle of the answer.',
    error.details ?? {},
    error,
  );
}

function tooLong(answer: CallAnswer): AppError {
  return interrupted('The service sent a part that is far too long.', callOf(answer));
}

function errorOfText(answer: CallAnswer, text: string): AppError {
  return new AppError({
    kind: 'service-failed',
    message: 'The service failed in the middle of the answer.',
    action: 'retry',
    details: { ...callOf(answer), request: 'sent', outcome: 'unknown', body: text },
  });
}
