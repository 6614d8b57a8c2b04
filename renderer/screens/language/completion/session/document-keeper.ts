/**
 * Saves when typing pauses or the cursor leaves. Each save names its base revision, so another
 * window's text is never overwritten: this one becomes a new document.
 */
import type { LanguageDocument } from '../../../../../shared/contract/documents.ts';
import type { BackendClient } from '../../../../core/backend/client.ts';
import { generationOf, stepsField } from '../document/generation-history.ts';
import { marksField } from '../document/marks-field.ts';
import type { OpenDocument } from '../document/open-document.ts';
import { storeMarks } from '../document/stored-marks.ts';
import type { DocumentSettings } from './document-settings.ts';

/** Delay before a save, ms. */
const REST = 500;

/** Delay after a failed save, ms. */
const RETRY = 5000;

export type DocumentKeeper = ReturnType<typeof createDocumentKeeper>;

export function createDocumentKeeper(deps: {
  readonly backend: Pick<BackendClient, 'documents'>;
  readonly document: OpenDocument;
  readonly revision: number;
  readonly settings: () => DocumentSettings;
  /** Another window has saved, so the texts differ. */
  readonly onConflict: (theirs: LanguageDocument) => void;
  readonly onError: (thrown: unknown) => void;
}) {
  const { backend, document } = deps;
  let { revision } = deps;
  let changes = 0;
  let saved = 0;
  let isClosed = false;
  /** Another window owns the document; this text is saved elsewhere. */
  let isGivenUp = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving: Promise<void> | undefined;

  const unsubscribe = document.subscribe((transactions) => {
    // the library itself keeps an answer that is being written
    const counts = transactions.some(
      (tr) =>
        (tr.docChanged || tr.startState.field(marksField) !== tr.state.field(marksField)) &&
        (tr.annotation(generationOf) === undefined ||
          tr.state.field(stepsField).generating === undefined),
    );
    if (counts) touch();
  });
  const unsubscribeLeaving = document.onLeave(() => void flush());
  const onPageHide = (): void => void flush();
  window.addEventListener('pagehide', onPageHide);

  /** Call after changing the settings. */
  function touch(): void {
    changes += 1;
    schedule(REST);
  }

  function schedule(wait: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), wait);
  }

  /** Never rejects. */
  async function flush(): Promise<void> {
    clearTimeout(timer);
    if (saving !== undefined) {
      await saving;
      await flush(); // others may have waited, too: one save at a time
      return;
    }
    if (saved === changes || isGivenUp) return;
    saving = save().finally(() => {
      saving = undefined;
    });
    await saving;
  }

  async function save(): Promise<void> {
    const at = changes;
    const state = document.state();
    try {
      const outcome = await backend.documents.save({
        documentId: document.id,
        revision,
        text: state.doc.toString(),
        marks: JSON.stringify(storeMarks(state.field(marksField))),
        settings: JSON.stringify(deps.settings()),
      });
      if (outcome.is === 'saved') {
        ({ revision } = outcome);
        saved = at;
        return;
      }
      // both windows wrote the same answer
      if (outcome.document.text === state.doc.toString()) {
        ({ revision } = outcome.document);
        saved = at;
        return;
      }
      isGivenUp = true;
      deps.onConflict(outcome.document);
    } catch (thrown) {
      deps.onError(thrown);
      if (!isClosed) schedule(RETRY);
    }
  }

  return {
    revision: (): number => revision,
    /** True while there are unsaved changes. */
    isDirty: (): boolean => saved !== changes,
    touch,
    /** Resumes saving, which a conflict stops, if the conflict could not be handled. */
    resume(): void {
      isGivenUp = false;
      touch();
    },
    flush,
    /** Saves a last time. Never rejects. */
    async close(): Promise<void> {
      isClosed = true;
      unsubscribe();
      unsubscribeLeaving();
      window.removeEventListener('pagehide', onPageHide);
      await flush();
    },
  };
}
