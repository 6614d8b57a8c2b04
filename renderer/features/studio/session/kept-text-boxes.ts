/** Boxes around text stay with their photo over a restart. */
import type { Rect } from '../../../../shared/geometry/rect.ts';
import type { SessionParts } from './session-parts.ts';

export interface KeptTextBoxes {
  /** Fetches those of an earlier session, unless there are some by now. */
  load(): Promise<void>;
  /** Saves these; one after the other, so that the last ones stay. */
  save(boxes: readonly Rect[]): void;
}

/** @param fail receives errors of saving */
export function keepTextBoxes(
  { backend, stores: { run } }: Pick<SessionParts, 'backend' | 'stores'>,
  photoId: string,
  fail: (thrown: unknown) => void,
): KeptTextBoxes {
  let chain = Promise.resolve();
  return {
    async load() {
      const boxes = await backend.removeText.boxes({ photoId });
      run.setState(({ textBoxes }) =>
        textBoxes.has(photoId)
          ? {}
          : { textBoxes: new Map([...textBoxes, [photoId, boxes] as const]) },
      );
    },
    save(boxes) {
      chain = chain.then(() => backend.removeText.saveBoxes({ photoId, boxes })).catch(fail);
    },
  };
}
