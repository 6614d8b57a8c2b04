/** Commits the end of an answer before a window learns of it. */
import type { TokenUsage } from '../../../shared/api/language-answer.ts';
import {
  type AppError,
  type AppErrorData,
  type AppErrorKind,
  toAppError,
} from '../../../shared/errors/app-error.ts';
import type { LanguageRequest, LanguageRun } from '../../../shared/contract/language.ts';
import { costOfText } from '../../../shared/language/expected-cost.ts';
import type { CleanError } from '../service/common/clean-error.ts';
import type { Connections } from '../accounts/connections/connections.ts';
import type { LanguageEvent } from '../service/client/index.ts';
import { COST_UNITS } from '../accounts/spend/cost-units.ts';
import { type ReadPicture, askModel } from './ask-model.ts';
import { choiceTexts } from './event-joiner.ts';
import type { MessageLog } from './message-log.ts';
import { JOURNAL, type RunJournal } from './run-journal.ts';
import { plainCost } from './run-rows.ts';
import type { LanguageRunStore, RunEnd } from './run-store.ts';
import { setTimeout as sleep } from 'node:timers/promises';

/** The answer arrived but cannot be stored. */
const NOT_SAVED: AppErrorData = {
  kind: 'disk-full',
  message:
    'The disk is full, so this answer is not saved yet. Free some space: Gesso then saves it.',
};

const NOT_WRITTEN: AppErrorData = {
  kind: 'storage',
  message:
    'Gesso can’t write to its library, so this answer is not saved yet. Check the data folder: Gesso then saves it.',
};

/** @param record in one transaction @param onRefused once, when the disk first refuses */
export async function recordEnd(deps: {
  readonly record: () => LanguageRun;
  readonly onRefused: (error: AppErrorData) => void;
  readonly closing: AbortSignal;
  readonly log: (line: string) => void;
}): Promise<LanguageRun | undefined> {
  for (let attempt = 1; ; attempt++) {
    const isLast = deps.closing.aborted;
    try {
      return deps.record();
    } catch (thrown) {
      const { kind, message } = toAppError(thrown);
      if (kind !== 'disk-full' && kind !== 'storage') throw thrown;
      deps.log(`an answer's end cannot be recorded yet: ${message}`);
      if (attempt === 1) deps.onRefused(notStored(kind));
    }
    if (isLast) return undefined;
    const wait = Math.min(JOURNAL.longestWait, JOURNAL.firstWait * 2 ** (attempt - 1));
    await sleep(wait, undefined, { signal: deps.closing }).catch(() => undefined);
  }
}

export interface Seen {
  firstTextAt?: number;
  pieces: number;
  /** The model has reasoned, even without text. */
  hasThoughts?: boolean;
  usage?: LanguageRun['usage'];
  /** Set if the answer was ended because the disk refused writes. */
  refusal?: AppError;
}

interface Answer {
  readonly runId: string;
  readonly connectionId: string;
  readonly request: LanguageRequest;
  readonly seen: Seen;
}

interface WrittenAnswer extends Answer {
  /** Aborted by the user, at shutdown, or when the disk refuses writes. */
  readonly signal: AbortSignal;
  readonly log: MessageLog;
  readonly journal: RunJournal;
}

const CLOSED: AppErrorData = {
  kind: 'interrupted',
  message: 'Gesso closed before the answer was complete.',
  action: 'retry',
};

/** Errors of answers that were ended because they could not be stored, once they are. */
const ONCE_STORED: ReadonlyMap<AppErrorData | undefined, AppErrorData> = new Map([
  [
    NOT_SAVED,
    {
      kind: 'disk-full',
      message: 'The disk was full, so Gesso ended the answer. The text so far is saved.',
      action: 'retry',
    },
  ],
  [
    NOT_WRITTEN,
    {
      kind: 'storage',
      message:
        'Gesso could not write to its library, so it ended the answer. The text so far is saved.',
      action: 'retry',
    },
  ],
]);

export function createAnswerWriter(deps: {
  readonly store: Pick<LanguageRunStore, 'end' | 'setAside'>;
  readonly connections: Pick<Connections, 'ready'>;
  readonly factsOf: (
    connectionId: string,
    model: string,
  ) => { readonly tokenRatio: number; readonly arePricesRough: boolean };
  readonly readPicture: ReadPicture;
  readonly mustGet: (runId: string) => LanguageRun;
  readonly onChange: (run: Pick<LanguageRun, 'id' | 'conversationId'>) => void;
  readonly cleanError: CleanError;
  readonly log: (line: string) => void;
  readonly closing: AbortSignal;
}) {
  const { store, closing } = deps;

  async function write(answer: WrittenAnswer): Promise<void> {
    const { runId, connectionId, request, signal, log, journal, seen } = answer;
    const onEvents = (events: readonly LanguageEvent[]) => {
      note(seen, events);
      if (seen.pieces > 0) seen.firstTextAt ??= Date.now();
      log.add(events);
    };
    const begun = deps.mustGet(runId);
    let state: RunEnd['state'] = 'done';
    let error: AppErrorData | undefined;
    try {
      const { client } = await deps.connections.ready(connectionId);
      await askModel(client, request, deps.readPicture, signal, onEvents);
    } catch (thrown) {
      ({ state, error } = brokenOff(answer, thrown));
      deps.log(`answer ${runId} ${state}: ${error?.kind ?? 'stopped'}`);
    }
    journal.finish(log.pending());
    const whole = journal.whole();
    const { firstTextAt, pieces } = seen;
    const usage = billedUsage(answer, state);
    const end: RunEnd = {
      state,
      error,
      firstTextAt,
      pieces,
      usage,
      estimatedCost: estimatedCost(answer, whole, usage),
      endedAt: Date.now(),
    };
    let isSent = false;
    const tell = (run: LanguageRun) => {
      if (!isSent) log.end(run);
      isSent = true;
    };
    try {
      const run = await recordEnd({
        // Committed before a window learns of it, because it then reads the conversation.
        record: () => endOf(runId, recorded(end), whole),
        // Current subscribers have all text; new ones start from its beginning.
        onRefused: (refusal) => tell({ ...begun, ...end, state: 'interrupted', error: refusal }),
        closing,
        log: deps.log,
      });
      if (run === undefined) return;
      tell(run);
      deps.onChange(run);
    } catch (thrown) {
      store.setAside(runId);
      tell({ ...begun, ...end, state: 'interrupted' });
      deps.onChange(begun);
      throw thrown;
    }
  }

  function endOf(runId: string, end: RunEnd, events: readonly LanguageEvent[]): LanguageRun {
    try {
      return store.end(runId, end, events);
    } catch (thrown) {
      const { kind, details } = toAppError(thrown);
      if (kind !== 'unexpected') throw thrown;
      deps.log(`answer ${runId}: recorded without its figures: ${String(details?.['error'])}`);
      const texts = events.filter(({ is }) => is === 'text' || is === 'thoughts');
      return store.end(runId, { ...end, usage: undefined, estimatedCost: undefined }, texts);
    }
  }

  function brokenOff(
    { seen, signal }: WrittenAnswer,
    thrown: unknown,
  ): Pick<RunEnd, 'state' | 'error'> {
    if (seen.refusal !== undefined)
      return { state: 'interrupted', error: notStored(seen.refusal.kind) };
    if (signal.aborted && !closing.aborted) return { state: 'stopped', error: undefined };
    const state = signal.aborted || hasBegun(seen) ? 'interrupted' : 'failed';
    const error = signal.aborted ? CLOSED : deps.cleanError(thrown).toData();
    return { state, error: saying(error, state, seen) };
  }

  /** Marks usage that doesn't give the exact cost: tiered prices, or an interrupted answer. */
  function billedUsage(
    { connectionId, request, seen }: Answer,
    state: RunEnd['state'],
  ): TokenUsage | undefined {
    const { arePricesRough } = deps.factsOf(connectionId, request.model);
    const isRough = arePricesRough || state !== 'done';
    return seen.usage && isRough ? { ...seen.usage, isRough: true } : seen.usage;
  }

  function estimatedCost(
    { runId, connectionId, request, seen }: Answer,
    events: readonly LanguageEvent[],
    usage: TokenUsage | undefined,
  ): number | undefined {
    if (usage !== undefined) {
      const cost = usage.isRough ? plainCost(usage, deps.mustGet(runId)) : undefined;
      return cost === undefined ? undefined : cost / COST_UNITS;
    }
    if (!hasBegun(seen)) return undefined;
    const { tokenRatio } = deps.factsOf(connectionId, request.model);
    // Reasoning is billed like the answer.
    const texts = [...choiceTexts(events), ...choiceTexts(events, 'thoughts')];
    return costOfText(request, texts, deps.mustGet(runId), tokenRatio);
  }

  return {
    write,
    interrupt(answer: Omit<Answer, 'seen'>, events: readonly LanguageEvent[]): void {
      const seen: Seen = { pieces: 0 };
      note(seen, events);
      const usage = billedUsage({ ...answer, seen }, 'interrupted');
      endOf(
        answer.runId,
        {
          pieces: seen.pieces,
          firstTextAt: seen.firstTextAt,
          usage,
          state: 'interrupted',
          endedAt: Date.now(),
          estimatedCost: estimatedCost({ ...answer, seen }, events, usage),
          error: saying(CLOSED, 'interrupted', seen),
        },
        events,
      );
    },
  };
}

function note(seen: Seen, events: readonly LanguageEvent[]): void {
  for (const event of events) {
    if (event.is === 'usage') seen.usage = event.usage;
    if (event.is === 'text') seen.pieces += event.pieces;
    if (event.is === 'thoughts') seen.hasThoughts = true;
  }
}

function hasBegun({ pieces, hasThoughts }: Seen): boolean {
  return pieces > 0 || hasThoughts === true;
}

function notStored(kind: AppErrorKind): AppErrorData {
  return kind === 'disk-full' ? NOT_SAVED : NOT_WRITTEN;
}

/** Removes "not saved" from the end, which is false once it is stored. */
function recorded(end: RunEnd): RunEnd {
  return { ...end, error: ONCE_STORED.get(end.error) ?? end.error };
}

/** Adds to an interrupted answer's error that its text is kept, if there is any. */
function saying(
  error: AppErrorData | undefined,
  state: RunEnd['state'],
  { pieces }: Pick<Seen, 'pieces'>,
): AppErrorData | undefined {
  if (error === undefined || state !== 'interrupted' || pieces === 0) return error;
  return { ...error, message: `${error.message} The text so far is saved.` };
}
