import type { SelectedObject, SelectedPixels } from '../../../../../shared/contract/selection.ts';
import type { Settings } from '../../../../../shared/contract/settings.ts';
import type { ProposedSelection } from '../../model/selecting-state.ts';
import { readyPhoto } from '../../model/studio-store.ts';
import type { SessionContext } from '../session-context.ts';
import type { SelectionOrder } from './order.ts';
import { visibleRect } from './visible-rect.ts';

export interface FoundSelection {
  readonly answer: SelectedPixels;
  /** A finer one follows. */
  readonly isCoarse: boolean;
  readonly more?: Pick<ProposedSelection, 'readings' | 'reading' | 'remark'>;
}

/** Yields ever better answers; none for an incomplete order. */
export async function* findSelection(
  context: SessionContext,
  photoId: string,
  current: SelectionOrder,
  options: Settings['selecting'],
  signal: AbortSignal,
): AsyncGenerator<FoundSelection, void, void> {
  const { withShadow, lineWidth, tolerance, isContiguous } = options;
  const { selection } = context.backend;
  switch (current.tool) {
    case 'object': {
      const { gesture, strokes, reading } = current;
      const photo = readyPhoto(context.store.getState());
      const within = photo && visibleRect(context.core.getSnapshot(), photo);
      const request = { photoId, gesture, strokes, withShadow, reading, within };
      for (const pass of ['coarse', 'fine'] as const) {
        const answer = await selection.object({ ...request, pass }, { signal });
        const remark = remarkOn(answer, gesture.kind === 'loop');
        const more = { readings: answer.readings, reading: answer.reading, remark };
        yield { answer, isCoarse: pass === 'coarse', more };
      }
      return;
    }
    case 'line': {
      const { points } = current;
      if (points.length < 2) return;
      const request = { photoId, points: [...points], width: lineWidth };
      yield { answer: await selection.line(request, { signal }), isCoarse: false };
      return;
    }
    case 'wand': {
      const { point } = current;
      const request = { photoId, point, tolerance, isContiguous };
      yield { answer: await selection.wand(request, { signal }), isCoarse: false };
    }
  }
}

/** Returns a warning about an inaccurate outline. */
function remarkOn({ by, isUnsure }: SelectedObject, isLoop: boolean): string | undefined {
  if (by === 'drawn') return 'No outline found, so this is the loop as you drew it.';
  if (by === 'colours')
    return 'Found by colours alone. Draw closer around it if the outline is off.';
  if (!isUnsure) return undefined;
  return `Not sure about this outline.${isLoop ? '' : ' A loop around it may do better.'}`;
}
