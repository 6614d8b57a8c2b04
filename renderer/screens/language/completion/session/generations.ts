import { redo, undo } from '@codemirror/commands';
import type { LanguageRequest, LanguageRun } from '../../../../../shared/contract/language.ts';
import { AppError } from '../../../../../shared/errors/app-error.ts';
import { readError } from '../../../../core/backend/read-error.ts';
import { afterSending, isStreaming } from '../../parameters/parameters.ts';
import type { DocumentActions } from '../document/document-actions.ts';
import { stepHistory } from '../document/generation-history.ts';
import { endOfAnswers, findSlot } from '../document/slots.ts';
import type { CompletionDeps, OpenedDocument } from './completion-deps.ts';
import type { ShownAnswer } from './completion-store.ts';
import type { RunningAnswer } from './document-settings.ts';
import type { CountedText } from './counted-text.ts';
import {
  currentSlot,
  followRange,
  nothingBefore,
  rangeOfRun,
  retriedOrder,
  versionOrder,
  type Order,
  type Target,
} from './places.ts';
import { createRequests } from './requests.ts';
import { createRunningAnswers } from './running-answers.ts';
import { createVersionActions } from './version-actions.ts';
import { NOT_WAITING } from '../../answers/wait-words.ts';
import type { BackendClient } from '../../../../core/backend/client.ts';
import type { OpenDocument } from '../document/open-document.ts';

export type Generations = ReturnType<typeof createGenerations>;

export function createGenerations(
  deps: CompletionDeps & {
    readonly front: () => OpenedDocument | undefined;
    readonly attempt: (action: () => Promise<void>) => Promise<void>;
    readonly fail: (thrown: unknown) => void;
  },
) {
  const { backend, store, front, attempt } = deps;
  const orders = new Map<string, Order>();

  const { isBusy, obstacle, requestFor, promptObstacle } = createRequests(deps);
  const running = createRunningAnswers({ ...deps, orderOf: (id) => orders.get(id) });
  const { setAnswer, takeUp, drop } = running;
  /** Stopped before the backend had returned a run id. */
  const stoppedEarly = new Set<string>();

  async function begin(entry: OpenedDocument, prompt: string, target: Target): Promise<void> {
    const { document } = entry;
    // ignore a second press of Run
    if (isBusy(document.id) && target.first === undefined) return;
    const why = obstacle() ?? (prompt === '' ? nothingBefore(document.state()) : undefined);
    if (why !== undefined) throw new AppError('invalid-input', why);
    const request = requestFor(prompt);
    if (request === undefined) return;
    orders.set(document.id, { prompt, target });
    const { parameters } = entry.settings;
    const count = Math.max(1, request.n ?? 1);
    const shown = askedAnswer(target.slotId, count, isStreaming(parameters, 'completion'));
    setAnswer(document.id, () => shown);
    store.setState({ areCandidatesShown: count > 1 });
    document.pin();
    const place = followRange(document, target);
    try {
      const { runId } = await backend.language.start(request);
      const { parameters: sent } = entry.settings;
      const next = afterSending(sent, deps.isSeedLocked());
      if (next !== sent) {
        entry.settings = { ...entry.settings, parameters: next };
        if (front() === entry) store.setState({ settings: entry.settings });
      }
      const stop = [...(request.stop ?? [])];
      takeUp(entry, { ...target, ...place.range, runId, count, stop, applied: 0 }, shown);
      entry.keeper.touch();
      void entry.keeper.flush();
      if (stoppedEarly.has(document.id)) backend.language.stop({ runId }).catch(deps.fail);
    } catch (thrown) {
      setAnswer(document.id, () => undefined);
      throw thrown;
    } finally {
      stoppedEarly.delete(document.id);
      place.stop();
    }
  }

  function mustHaveFront(): OpenedDocument {
    const entry = front();
    if (entry !== undefined) return entry;
    throw new AppError('invalid-input', 'Open a document first.');
  }

  function stop(): boolean {
    const { document } = store.getState();
    if (document === undefined || !isBusy(document.id)) return false;
    const runId = store.getState().answers.get(document.id)?.runId;
    if (runId === undefined) stoppedEarly.add(document.id);
    else backend.language.stop({ runId }).catch(deps.fail);
    return true;
  }

  /**
   * Ends the answer at once, so that undo removes all of it.
   * @returns true if it has no text yet: undo nothing else then
   */
  function endNow(): boolean {
    const entry = front();
    if (entry === undefined || !stop()) return false;
    const writing = running.writingOf(entry.document.id);
    if (writing === undefined) return true;
    const { applied } = writing.running();
    writing.seal();
    drop(entry);
    return applied === 0;
  }

  const versions = createVersionActions({
    front,
    answerOf: (documentId) => store.getState().answers.get(documentId),
    writingOf: running.writingOf,
    setAnswer,
  });

  const actions: DocumentActions = {
    continueFrom(from, to, { token, logprob, alternatives }) {
      void attempt(async () => {
        const entry = mustHaveFront();
        const state = entry.document.state();
        const prompt = state.doc.sliceString(0, from) + token;
        await begin(entry, prompt, {
          slotId: crypto.randomUUID(),
          is: 'slot',
          from,
          to: endOfAnswers(state, to),
          first: { token, logprob, alternatives: [...alternatives] },
        });
      });
    },
    stepVersion: versions.step,
    undo: () => endNow() || stepFront(undo),
    redo: () => stepFront(redo),
    stop,
  };

  function stepFront(by: typeof undo): boolean {
    const entry = front();
    return entry !== undefined && stepHistory(entry.document, by);
  }

  return {
    actions,
    promptObstacle,
    /** `undefined` without a model. */
    promptRequest: (prompt: Parameters<typeof requestFor>[0]): LanguageRequest | undefined =>
      requestFor(prompt, store.getState().settings.parameters),
    /** Returns the request that Run would send. */
    nextRequest(): LanguageRequest | undefined {
      const state = front()?.document.state();
      if (state === undefined) return undefined;
      const { from } = rangeOfRun(state, store.getState().settings.place);
      return requestFor(state.doc.sliceString(0, from));
    },
    answerText(): string | undefined {
      const state = front()?.document.state();
      const slot = state && currentSlot(state);
      return slot && state.doc.sliceString(slot.from, slot.to);
    },
    /** Returns the last text whose tokens the service counted. */
    counted(): CountedText | undefined {
      const entry = front();
      return entry && running.countedOf(entry.document.id);
    },
    /** Continues at the end, at the cursor, or replaces the selection. */
    run: (): Promise<void> =>
      attempt(async () => {
        const entry = mustHaveFront();
        const range = rangeOfRun(entry.document.state(), store.getState().settings.place);
        const prompt = entry.document.state().doc.sliceString(0, range.from);
        await begin(entry, prompt, { ...range, slotId: crypto.randomUUID(), is: 'slot' });
      }),
    /** Adds a version to the answer at the cursor, or to the last one. */
    regenerate: (): Promise<void> =>
      attempt(async () => {
        const entry = mustHaveFront();
        const slot = currentSlot(entry.document.state());
        if (slot === undefined) throw new AppError('invalid-input', 'Run the model first.');
        const { prompt, target } = versionOrder(entry.document.state(), slot);
        await begin(entry, prompt, target);
      }),
    /** Continues this answer, the one at the cursor, or the last one. */
    continueOn: (slotId?: string): Promise<void> =>
      attempt(async () => {
        const entry = mustHaveFront();
        const state = entry.document.state();
        const slot =
          (slotId === undefined ? undefined : findSlot(state, slotId)) ?? currentSlot(state);
        const to = slot?.to ?? state.doc.length;
        const prompt = state.doc.sliceString(0, to);
        await begin(entry, prompt, { slotId: crypto.randomUUID(), is: 'slot', from: to, to });
      }),
    /** Repeats the failed request at its place. */
    retry: (): Promise<void> =>
      attempt(async () => {
        const entry = mustHaveFront();
        const { id } = entry.document;
        const state = entry.document.state();
        const order = orders.get(id);
        // after a restart the order is lost, but the text has the answer
        const slot = findSlot(state, store.getState().answers.get(id)?.slotId ?? '');
        const again =
          order !== undefined
            ? retriedOrder(state, order, store.getState().settings.place)
            : slot && versionOrder(state, slot);
        if (again !== undefined) await begin(entry, again.prompt, again.target);
      }),
    stop: (): void => void stop(),
    /** Activates another answer. */
    pick: versions.pick,
    runningOf: (documentId: string): RunningAnswer | undefined =>
      running.writingOf(documentId)?.running(),
    takeUp: (entry: OpenedDocument, running: RunningAnswer): void => takeUp(entry, running),
    /** Reads the last answer's record of a reopened document. */
    async recall({ document }: OpenedDocument): Promise<void> {
      if (store.getState().answers.has(document.id)) return;
      try {
        const last = await lastAnswer(backend, document);
        if (last !== undefined) setAnswer(document.id, (before) => before ?? last);
      } catch (thrown) {
        // the record was deleted; the text remains
        if (readError(thrown).kind !== 'not-found') deps.fail(thrown);
      }
    },
    forget: running.forget,
  };
}

function askedAnswer(slotId: string, count: number, streamed: boolean): ShownAnswer {
  return {
    runId: undefined,
    slotId,
    startedAt: Date.now(),
    count,
    isStreamed: streamed,
    progress: undefined,
    run: undefined,
  };
}

type Backend = Pick<BackendClient, 'language'>;

/** @returns `undefined` if no model wrote the text or the run was deleted */
async function lastAnswer(
  backend: Backend,
  document: Pick<OpenDocument, 'state'>,
): Promise<ShownAnswer | undefined> {
  const state = document.state();
  const slot = currentSlot(state);
  const origin = slot?.versions[slot.active]?.origin;
  if (slot === undefined || origin === undefined) return undefined;
  const { runId } = origin;
  const run = await recordOf(backend, runId);
  if (run === undefined) return undefined;
  const texts: string[] = [];
  slot.versions.forEach((version, index) => {
    if (version.origin?.runId !== runId) return;
    texts[version.origin.choice] =
      index === slot.active ? state.doc.sliceString(slot.from, slot.to) : version.text;
  });
  return {
    runId,
    slotId: slot.id,
    startedAt: run.createdAt,
    count: texts.length,
    isStreamed: true,
    progress: {
      texts: Array.from(texts, (text: string | undefined) => text ?? ''),
      active: origin.choice,
      pieces: run.pieces,
      firstTextAt: run.firstTextAt,
      waiting: NOT_WAITING,
      thoughts: '',
      isAligned: true,
    },
    run,
  };
}

/** Returns only the record: a finished run sends it first. */
async function recordOf(backend: Backend, runId: string): Promise<LanguageRun | undefined> {
  const messages = await backend.language.follow({ runId, afterSequence: 0 });
  for await (const { end } of messages) return end;
  return undefined;
}
