import type { DocumentEntry, LanguageDocument } from '../../../../../shared/contract/documents.ts';
import { createAttempts, type Attempts } from '../../../../core/backend/attempts.ts';
import { readError } from '../../../../core/backend/read-error.ts';
import { showProbabilities } from '../document/document-actions.ts';
import { generationOf, stepsField } from '../document/generation-history.ts';
import { marksField } from '../document/marks-field.ts';
import { createOpenDocument, type OpenDocument } from '../document/open-document.ts';
import { storeMarks } from '../document/stored-marks.ts';
import type { CompletionDeps, OpenedDocument } from './completion-deps.ts';
import { createDocumentKeeper } from './document-keeper.ts';
import { readDocumentSettings, type DocumentSettings } from './document-settings.ts';
import { createGenerations, type Generations } from './generations.ts';
import { createLibraryActions } from './library-actions.ts';
import { createTableActions } from './table-actions.ts';
import { parseJson } from '../../../../../shared/parse-json.ts';
import type { LanguageRequest } from '../../../../../shared/contract/language.ts';
import { afterSending } from '../../parameters/parameters.ts';

export type CompletionSession = ReturnType<typeof createCompletionSession>;

export function createCompletionSession(deps: CompletionDeps) {
  const { backend, store, say } = deps;
  const { fail, attempt } = createAttempts(store);
  const entries = new Map<string, OpenedDocument>();
  let latest = 0;
  /** A second press while a document is being created waits for the same one. */
  let creating: Promise<LanguageDocument> | undefined;

  const generations = createGenerations({ ...deps, front, attempt, fail });

  function front(): OpenedDocument | undefined {
    const { document } = store.getState();
    return document === undefined ? undefined : entries.get(document.id);
  }

  /** Opens a document and resumes the answer that is being written into it. */
  function enter(found: LanguageDocument): OpenedDocument {
    const { running, ...settings } = {
      running: undefined,
      ...readDocumentSettings(found.settings),
    };
    const document = createOpenDocument({
      id: found.id,
      text: found.text,
      marks: parseJson(found.marks),
      nonce: deps.nonce,
      actions: generations.actions,
    });
    const keeper = createDocumentKeeper({
      backend,
      document,
      revision: found.revision,
      settings: () => ({ ...entry.settings, running: generations.runningOf(found.id) }),
      onConflict: (theirs) => void attempt(() => keepBoth(entry, theirs)),
      onError: fail,
    });
    const entry: OpenedDocument = { document, keeper, name: found.name, settings, running };
    entries.set(found.id, entry);
    document.subscribe((transactions) => {
      // nothing outside the text follows pieces of an answer
      const isPiece = transactions.every(
        (tr) =>
          tr.annotation(generationOf) !== undefined &&
          tr.state.field(stepsField).generating !== undefined,
      );
      if (!isPiece && store.getState().document === document) store.setState(sizeOf(document));
    });
    if (running !== undefined) generations.takeUp(entry, running);
    return entry;
  }

  /** Saves this text as a new document, because another window keeps the old one. */
  async function keepBoth(entry: OpenedDocument, theirs: LanguageDocument): Promise<void> {
    const { document, settings } = entry;
    const content = () => {
      const state = document.state();
      return {
        text: state.doc.toString(),
        marks: JSON.stringify(storeMarks(state.field(marksField))),
        settings: JSON.stringify({ ...settings, running: generations.runningOf(document.id) }),
      };
    };
    // the list already has the other text
    entries.delete(document.id);
    const name = `${theirs.name === '' ? 'Document' : theirs.name} (2)`.slice(0, 200);
    let copy: LanguageDocument;
    try {
      copy = await backend.documents.create({ name, ...content() });
    } catch (thrown) {
      entries.set(document.id, entry);
      entry.keeper.resume(); // it returns with the next save
      throw thrown;
    }
    const isFront = store.getState().document === document;
    const latestContent = { ...copy, ...content() };
    void leave(entry);
    say('Another window changed this document. Your text is now a separate document.');
    const own = enter(latestContent);
    if (latestContent.text !== copy.text) own.keeper.touch();
    if (isFront) show(own);
  }

  /** Resolves when everything is saved. */
  async function leave(entry: OpenedDocument): Promise<void> {
    const { id } = entry.document;
    const closed = entry.keeper.close();
    generations.forget(id);
    if (entries.get(id) === entry) entries.delete(id);
    await closed;
  }

  function show(entry: OpenedDocument): void {
    const { document, name, settings } = entry;
    document.apply({ effects: showProbabilities.of(settings.areProbabilitiesShown) });
    const answer = store.getState().answers.get(document.id);
    store.setState({
      document,
      name,
      settings,
      areCandidatesShown: answer !== undefined && answer.run === undefined && answer.count > 1,
      error: undefined,
      ...sizeOf(document),
    });
    deps.keepOpen(document.id);
    void generations.recall(entry);
  }

  async function open(documentId: string): Promise<void> {
    const order = (latest += 1);
    const known = entries.get(documentId);
    if (known !== undefined) return show(known);
    const found = await backend.documents.read({ documentId });
    if (order !== latest) return; // another one was requested since
    show(entries.get(documentId) ?? enter(found));
  }

  async function create(): Promise<void> {
    const order = (latest += 1);
    const { settings, document, mode } = store.getState();
    const open = front();
    if (open !== undefined && isUntouched(open)) {
      if (mode === 'text') open.document.focus();
      return;
    }
    document?.blur(); // text typed from now on is not for this document
    creating ??= backend.documents
      .create({ settings: JSON.stringify(settings) })
      .finally(() => (creating = undefined));
    const made = await creating;
    if (order !== latest) return; // another one was requested since
    const entry = entries.get(made.id) ?? enter(made);
    show(entry);
    if (mode === 'text') entry.document.focus();
  }

  /** Cancels a document that is being opened. */
  const drop = () => void (latest += 1);

  function change(changes: Partial<DocumentSettings>): void {
    const settings = { ...store.getState().settings, ...changes };
    store.setState({ settings });
    const entry = front();
    if (entry === undefined) return;
    entry.settings = settings;
    entry.keeper.touch();
    if (changes.areProbabilitiesShown !== undefined) {
      entry.document.apply({ effects: showProbabilities.of(changes.areProbabilitiesShown) });
    }
  }

  return {
    store,
    ...generations,
    /** Runs once. */
    async restore(documentId: string | null): Promise<void> {
      if (store.getState().isRestored) return;
      store.setState({ isRestored: true });
      try {
        if (documentId !== null) await open(documentId);
        // the first start begins with an empty document
        else if ((await backend.documents.list({ limit: 1 })).entries.length === 0) await create();
      } catch (thrown) {
        // it was deleted; the list shows the others
        if (readError(thrown).kind !== 'not-found') fail(thrown);
      }
    },
    /** @param runId scrolls to this answer */
    open: (documentId: string, runId?: string): Promise<void> =>
      attempt(async () => {
        await open(documentId);
        if (runId === undefined) return;
        store.setState({ mode: 'text' });
        showAnswer(entries.get(documentId)?.document, runId);
      }),
    create: (): Promise<void> => attempt(create),
    ...createLibraryActions({ ...deps, attempt, entries, generations, open, leave, drop }),
    noteList: createListNotes({ ...deps, attempt, entries, generations, enter, leave, show }),
    change,
    tables: createTableActions({ ...deps, attempt, front }),
    ...createPromptSending({ ...deps, fail, attempt, change }),
    showCandidates(areCandidatesShown: boolean): void {
      store.setState({ areCandidatesShown });
      if (!areCandidatesShown) store.getState().document?.focus();
    },
  };
}

/** @returns a function that reloads documents that another window has saved */
function createListNotes(
  deps: Pick<CompletionDeps, 'backend' | 'store'> &
    Pick<Attempts, 'attempt'> & {
      readonly entries: ReadonlyMap<string, OpenedDocument>;
      readonly generations: Pick<Generations, 'runningOf'>;
      readonly enter: (found: LanguageDocument) => OpenedDocument;
      readonly leave: (entry: OpenedDocument) => Promise<void>;
      readonly show: (entry: OpenedDocument) => void;
    },
) {
  const { store, entries, leave } = deps;
  const isFront = (entry: OpenedDocument) => store.getState().document === entry.document;
  const isAtRest = ({ document, keeper }: OpenedDocument) =>
    !keeper.isDirty() && deps.generations.runningOf(document.id) === undefined;

  /** Shows the other text unless the user types first. */
  async function reload(entry: OpenedDocument): Promise<void> {
    const { id: documentId } = entry.document;
    const found = await deps.backend.documents.read({ documentId });
    if (entries.get(documentId) !== entry || !isAtRest(entry)) return;
    const wasFront = isFront(entry);
    void leave(entry);
    if (wasFront) deps.show(deps.enter(found));
  }

  return (listed: readonly DocumentEntry[]): void => {
    for (const { id, name, revision } of listed) {
      const entry = entries.get(id);
      if (entry === undefined) continue;
      if (entry.name !== name) {
        entry.name = name;
        if (isFront(entry)) store.setState({ name });
      }
      if (revision <= entry.keeper.revision() || !isAtRest(entry)) continue;
      if (isFront(entry)) void deps.attempt(() => reload(entry));
      else void leave(entry);
    }
  };
}

/** Scrolls to an answer if its version is active. */
function showAnswer(document: OpenDocument | undefined, runId: string): void {
  const slot = document
    ?.state()
    .field(marksField)
    .slots.find(({ versions, active }) => versions[active]?.origin?.runId === runId);
  if (slot === undefined) return;
  document?.apply({ selection: { anchor: slot.to } });
  document?.reveal(slot.from);
}

/** True if nothing was ever written into it. */
function isUntouched({ document, keeper, name }: OpenedDocument): boolean {
  const isSaved = keeper.revision() > 0 || keeper.isDirty();
  return document.state().doc.length === 0 && name === '' && !isSaved;
}

function sizeOf(document: OpenDocument) {
  const { doc, selection } = document.state();
  const { empty, from } = selection.main;
  return { hasSelection: !empty, selectionFrom: from, length: doc.length };
}

/** @param deps.change changes settings of the document */
function createPromptSending(
  deps: CompletionDeps &
    Pick<Attempts, 'attempt' | 'fail'> & {
      readonly change: (changes: Partial<DocumentSettings>) => void;
    },
) {
  const { backend, store, attempt, fail, change } = deps;
  let isSending = false;
  return {
    /** `undefined` if sending failed, or others are being sent. */
    async sendPrompts(
      request: LanguageRequest,
    ): Promise<{ readonly runId: string; readonly answers: number } | undefined> {
      if (isSending) return undefined;
      let begun: { readonly runId: string; readonly answers: number } | undefined;
      isSending = true;
      await attempt(async () => {
        const { runId } = await backend.language.start(request);
        deps.answers.track(runId, {});
        const { parameters } = store.getState().settings;
        const next = afterSending(parameters, deps.isSeedLocked());
        if (next !== parameters) change({ parameters: next });
        begun = { runId, answers: Math.max(1, request.n ?? 1) };
      });
      isSending = false;
      return begun;
    },
    stopPrompts: (runId: string): void => void backend.language.stop({ runId }).catch(fail),
  };
}
