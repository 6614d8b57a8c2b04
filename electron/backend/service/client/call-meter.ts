/** Measures a call: times, bytes, tries, and a redacted outline (`outline/`). */
import type {
  CallExchange,
  CallOutcome,
  Operation,
  Outline,
} from '../../../../shared/contract/activity.ts';
import type { AppError, AppErrorKind } from '../../../../shared/errors/app-error.ts';
import type { CallPhase, ExchangeResponse } from './http/exchange.ts';
import type { HttpMethod } from './http/network-errors.ts';
import { answerHeaderOutline } from './outline/header-outline.ts';
import { answerOutline } from './outline/outline.ts';

export interface CallRecord {
  readonly startedAt: number;
  readonly operation: Operation;
  readonly method: HttpMethod;
  readonly address: string;
  /** Missing for an unsaved connection. */
  readonly connectionId: string | undefined;
  readonly isFree: boolean;
  readonly jobId: string | undefined;
  readonly outcome: CallOutcome;
  readonly status: number | undefined;
  readonly error: AppErrorKind | undefined;
  readonly milliseconds: number;
  readonly sentBytes: number;
  readonly receivedBytes: number;
  /** Tokens as reported by a model. */
  readonly usage: { readonly prompt: number; readonly completion: number } | undefined;
  readonly exchange: CallExchange;
}

interface CallStart extends Pick<
  CallRecord,
  'operation' | 'method' | 'address' | 'connectionId' | 'isFree' | 'jobId'
> {
  readonly mayCost: boolean;
  readonly request: CallExchange['request'];
}

export interface CallNotes {
  /** Takes `FileOutline` for files; the last note counts. */
  note(answer: unknown): void;
  failed(error: AppError): void;
}

export interface TryMeter extends CallNotes {
  phase(phase: CallPhase): void;
  answered(response: ExchangeResponse): void;
  end(): void;
}

export interface CallMeter {
  begin(): TryMeter;
  end(now: { readonly startedAt: number }): void;
}

export function createCallMeter(
  start: () => CallStart,
  onCall: ((record: CallRecord) => void) | undefined,
): CallMeter {
  if (onCall === undefined) return SILENT;
  const begun = performance.now();
  const facts = start();
  const tries: { status?: number; error?: AppErrorKind; milliseconds: number }[] = [];
  let sentBytes = 0;
  let receivedBytes = 0;
  let status: number | undefined;
  let error: AppError | undefined;
  let answer: CallExchange['answer'];
  let usage: CallRecord['usage'];

  return {
    begin() {
      const from = performance.now();
      let sent = 0;
      let received = 0;
      status = undefined;
      error = undefined;
      answer = undefined;
      return {
        phase(phase) {
          if (phase.phase === 'sending') sent = phase.sentBytes;
          else if (phase.phase === 'receiving') received = phase.receivedBytes;
        },
        answered(response) {
          status = response.status;
          answer = { headers: answerHeaderOutline(response.header) };
        },
        note(json) {
          const body: Outline = answerOutline(json);
          answer = { headers: answer?.headers ?? {}, body };
          usage = usageIn(body) ?? usage;
        },
        failed: (failure) => void (error ??= failure),
        end() {
          sentBytes += sent;
          receivedBytes += received;
          tries.push({
            ...(status === undefined ? {} : { status }),
            ...(error === undefined ? {} : { error: error.kind }),
            milliseconds: Math.round(performance.now() - from),
          });
        },
      };
    },
    end({ startedAt }) {
      if (tries.length === 0) return;
      const { request, mayCost, ...rest } = facts;
      onCall({
        ...rest,
        startedAt,
        outcome: outcomeOf(error, mayCost && !rest.isFree),
        status,
        error: error?.kind,
        milliseconds: Math.round(performance.now() - begun),
        sentBytes,
        receivedBytes,
        usage,
        exchange: { request, ...(answer === undefined ? {} : { answer }), tries },
      });
    },
  };
}

function outcomeOf(error: AppError | undefined, mayCost: boolean): CallOutcome {
  if (error === undefined) return 'ok';
  if (mayCost && error.details?.['outcome'] === 'unknown') return 'unknown';
  return error.kind === 'cancelled' ? 'stopped' : 'failed';
}

function usageIn(body: Outline): CallRecord['usage'] {
  if (typeof body !== 'object' || body === null || !('usage' in body)) return undefined;
  const { usage } = body;
  if (typeof usage !== 'object' || usage === null || Array.isArray(usage)) return undefined;
  const { prompt_tokens: prompt, completion_tokens: completion } = usage as Readonly<
    Record<string, Outline>
  >;
  if (typeof prompt !== 'number' || typeof completion !== 'number') return undefined;
  return { prompt, completion };
}

const nothing = (): void => undefined;
const SILENT: CallMeter = {
  begin: () => ({
    phase: nothing,
    answered: nothing,
    note: nothing,
    failed: nothing,
    end: nothing,
  }),
  end: nothing,
};
