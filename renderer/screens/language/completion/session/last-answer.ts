/** Restores the last answer of a reopened document from its record and versions. */
import { NOT_WAITING } from '../../answers/wait-words.ts';
import type { BackendClient } from '../../../../base/backend/client.ts';
import type { LanguageRun } from '../../../../../shared/contract/language.ts';
import type { OpenDocument } from '../document/open-document.ts';
import type { ShownAnswer } from './completion-store.ts';
import { currentSlot } from './places.ts';

type Backend = Pick<BackendClient, 'language'>;

/** @returns `undefined` if no model wrote the text or the run was deleted */
export async function lastAnswer(
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
