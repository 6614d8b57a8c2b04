import { findSlot, showVersion } from '../document/slots.ts';
import type { OpenedDocument } from './completion-deps.ts';
import type { ShownAnswer } from './completion-store.ts';
import { versionOf } from './places.ts';
import type { Writing } from './writing.ts';

export function createVersionActions(deps: {
  readonly front: () => OpenedDocument | undefined;
  readonly answerOf: (documentId: string) => ShownAnswer | undefined;
  readonly writingOf: (documentId: string) => Writing | undefined;
  readonly setAnswer: (
    documentId: string,
    change: (before: ShownAnswer | undefined) => ShownAnswer | undefined,
  ) => void;
}) {
  const { front, writingOf } = deps;

  function show(entry: OpenedDocument, slotId: string, index: number): void {
    const { document } = entry;
    const slot = findSlot(document.state(), slotId);
    const spec = slot && showVersion(document.state(), slot, index);
    if (slot === undefined || spec === undefined) return;
    document.apply(spec);
    const origin = slot.versions[index]?.origin;
    deps.setAnswer(document.id, (before) =>
      before?.progress === undefined || before.runId !== origin?.runId || origin === undefined
        ? before
        : { ...before, progress: { ...before.progress, active: origin.choice } },
    );
  }

  return {
    step(slotId: string, by: 1 | -1): void {
      const entry = front();
      const slot = entry && findSlot(entry.document.state(), slotId);
      if (entry === undefined || slot === undefined) return;
      const writing = writingOf(entry.document.id);
      const next = slot.versions[slot.active + by];
      if (writing?.slotId !== slotId) show(entry, slotId, slot.active + by);
      else if (next?.origin?.runId === writing.runId) {
        writing.show(next.origin.choice);
        entry.keeper.touch(); // saved, so that a reload continues in this version
      }
    },
    pick(choice: number): void {
      const entry = front();
      const answer = entry && deps.answerOf(entry.document.id);
      if (entry === undefined || answer === undefined) return;
      const writing = writingOf(entry.document.id);
      if (writing !== undefined) {
        writing.show(choice);
        entry.keeper.touch();
        return;
      }
      const slot = findSlot(entry.document.state(), answer.slotId);
      if (slot !== undefined) show(entry, slot.id, versionOf(slot, answer.runId, choice));
    },
  };
}
