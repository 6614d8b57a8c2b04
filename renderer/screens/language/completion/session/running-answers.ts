import type { LanguageRun } from '../../../../../shared/contract/language.ts';
import { AppError } from '../../../../../shared/errors/app-error.ts';
import type { CompletionDeps, OpenedDocument } from './completion-deps.ts';
import type { ShownAnswer } from './completion-store.ts';
import { countedText, type CountedText } from './counted-text.ts';
import type { RunningAnswer } from './document-settings.ts';
import type { Order } from './places.ts';
import { createWriting, type Writing } from './writing.ts';

export function createRunningAnswers(
  deps: CompletionDeps & {
    readonly front: () => OpenedDocument | undefined;
    readonly fail: (thrown: unknown) => void;
    /** `undefined` after a restart. */
    readonly orderOf: (documentId: string) => Order | undefined;
  },
) {
  const { backend, store, front } = deps;
  const countedTexts = new Map<string, CountedText>();
  const writings = new Map<
    string,
    { readonly writing: Writing; readonly stopFollowing: () => void }
  >();

  /** `undefined` removes it. */
  function setAnswer(
    documentId: string,
    change: (before: ShownAnswer | undefined) => ShownAnswer | undefined,
  ): void {
    const answers = new Map(store.getState().answers);
    const next = change(answers.get(documentId));
    if (next === undefined) answers.delete(documentId);
    else answers.set(documentId, next);
    store.setState({ answers });
  }

  /** Writes the text of a run into the document. @param shown its state on the screen */
  function takeUp(entry: OpenedDocument, running: RunningAnswer, shown?: ShownAnswer): void {
    const { document } = entry;
    const { runId, slotId, count } = running;
    setAnswer(document.id, () => ({
      startedAt: Date.now(),
      count,
      isStreamed: true,
      progress: undefined,
      run: undefined,
      ...shown,
      runId,
      slotId,
    }));
    const writing = createWriting({
      document,
      answer: running,
      onProgress: (progress) =>
        setAnswer(document.id, (before) => before && { ...before, progress }),
      onLost: () => void backend.language.stop({ runId }).catch(deps.fail),
      onEnd: (run) => ended(entry, run),
    });
    deps.answers.track(runId, { documentId: document.id });
    // the first event may come before `follow` has returned
    let isOver = false;
    const follow = deps.answers.follow(runId, {
      take(news) {
        writing.take(news);
        isOver ||= news.end !== undefined;
      },
      onError(error) {
        if (error === undefined) return;
        if (error.kind === 'not-found') drop(entry);
        deps.fail(error);
      },
    });
    if (isOver) follow();
    else writings.set(document.id, { writing, stopFollowing: follow });
  }

  function ended(entry: OpenedDocument, run: LanguageRun): void {
    const { id } = entry.document;
    const counted = countedText(entry.document.state(), deps.orderOf(id), run);
    if (counted !== undefined) countedTexts.set(id, counted);
    drop(entry, run);
    const isFront = front() === entry;
    if (isFront && run.error !== undefined && run.state !== 'stopped') {
      store.setState({ error: AppError.of(run.error) });
    }
  }

  function drop(entry: OpenedDocument, run?: LanguageRun): void {
    const { id } = entry.document;
    writings.get(id)?.stopFollowing();
    writings.delete(id);
    setAnswer(id, (before) => (run === undefined ? undefined : before && { ...before, run }));
    entry.keeper.touch();
    void entry.keeper.flush();
  }

  return {
    setAnswer,
    takeUp,
    drop,
    forget(documentId: string): void {
      writings.get(documentId)?.stopFollowing();
      writings.delete(documentId);
      setAnswer(documentId, () => undefined);
    },
    writingOf: (documentId: string): Writing | undefined => writings.get(documentId)?.writing,
    countedOf: (documentId: string): CountedText | undefined => countedTexts.get(documentId),
  };
}
