/**
 * Keeps the text boxes of a photo across restarts. A run takes its boxes, and its failure or undo
 * returns them.
 */
import { rectsWithout, type Rect } from '../../../../shared/geometry/rect.ts';
import { takenTextBoxesOf, textBoxesOf } from '../model/studio-store.ts';
import type { SessionDeps } from './session-deps.ts';

export type KeptTextBoxes = ReturnType<typeof keepTextBoxes>;

/** @param fail receives errors of saving */
export function keepTextBoxes(
  { backend, store }: Pick<SessionDeps, 'backend' | 'store'>,
  photoId: string,
  fail: (thrown: unknown) => void,
) {
  let chain = Promise.resolve();
  let isChanged = false;

  const now = () => textBoxesOf(store.getState().run, photoId);

  function show(boxes: readonly Rect[]): void {
    store.setSlice('run', ({ textBoxes }) => ({
      textBoxes: new Map([...textBoxes, [photoId, boxes] as const]),
    }));
  }

  /** Saves serially, so that the last change wins. */
  function change(boxes: readonly Rect[]): void {
    isChanged = true;
    show(boxes);
    chain = chain.then(() => backend.removeText.saveBoxes({ photoId, boxes })).catch(fail);
  }

  function mark(change: (taken: readonly Rect[]) => readonly Rect[]): void {
    store.setSlice('run', (state) => ({
      takenTextBoxes: new Map([
        ...state.takenTextBoxes,
        [photoId, change(takenTextBoxesOf(state, photoId))] as const,
      ]),
    }));
  }
  const markTaken = (boxes: readonly Rect[]): void =>
    mark((taken) => [...taken, ...rectsWithout(boxes, taken)]);
  const markBack = (boxes: readonly Rect[]): void => mark((taken) => rectsWithout(taken, boxes));

  return {
    /** Loads saved boxes unless they were changed here first. */
    async load(): Promise<void> {
      const boxes = await backend.removeText.boxes({ photoId });
      if (!isChanged) show(boxes);
    },
    change,
    saved: (): Promise<void> => chain,
    /** A run has taken these, also on disk. */
    taken(boxes: readonly Rect[]): void {
      isChanged = true;
      markTaken(boxes);
      show(rectsWithout(now(), boxes));
    },
    /** A run ended without a result and returned these, also on disk. */
    restored(boxes: readonly Rect[]): void {
      markBack(boxes);
      show([...now(), ...rectsWithout(boxes, now())]);
    },
    /** Undo returns a job's boxes; redo takes them again. */
    giveBack(boxes: readonly Rect[]): void {
      markBack(boxes);
      const missing = rectsWithout(boxes, now());
      if (missing.length > 0) change([...now(), ...missing]);
    },
    takeAgain(boxes: readonly Rect[]): void {
      markTaken(boxes);
      const left = rectsWithout(now(), boxes);
      if (left.length < now().length) change(left);
    },
  };
}
