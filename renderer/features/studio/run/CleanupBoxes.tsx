/** The boxes of the next clean-up: what of the photo is sent around what is painted. */
import type { Photo } from '../../../../shared/contract/photos.ts';
import { isEmptyRect, type Rect } from '../../../../shared/geometry/rect.ts';
import { REGION } from '../../../../shared/geometry/region.ts';
import { mergeableBoxes, mergeBoxes } from '../../../../shared/geometry/box-edit.ts';
import type { CanvasCore, View } from '../canvas/index.ts';
import { useCanvas } from '../use-canvas.ts';
import { AdjustableBox, focusBox } from './AdjustableBox.tsx';
import { cleanupBoxId } from './box-ids.ts';
import { limitsOfBox } from './box-plan.ts';
import { useRun } from './run-store.ts';
import { isStored } from './run-offer.ts';

export function CleanupBoxes(props: {
  readonly core: CanvasCore;
  readonly photo: Photo;
  readonly view: View;
}) {
  const { core, photo, view } = props;
  const { boxes } = useRun((state) => state.boxPlan);
  const calls = useRun((state) => state.calls);
  const isPainted = useCanvas(
    (snapshot) => !snapshot.isPainting && snapshot.maskBounds !== undefined,
  );
  if (isPainted !== true) return null;
  const rects = boxes.map(({ rect }) => rect);
  const limitsOf = (index: number) => limitsOfBox(core.maskTiles(), rects, index, photo);

  function set(next: readonly Rect[], label: string, series?: string): void {
    useRun.getState().edits?.setCleanupBoxes(next, label, series);
  }

  function remove(index: number): string | undefined {
    if (!isEmptyRect(limitsOf(index).required)) {
      return 'It holds what no other box holds, so it is needed.';
    }
    set(
      rects.filter((_, at) => at !== index),
      'deleting a box',
    );
    return undefined;
  }

  function merge(index: number, other: number): void {
    set(mergeBoxes(rects, index, other), 'merging boxes');
    focusBox(cleanupBoxId(Math.min(index, other)));
  }

  return boxes.map(({ rect, isUsed }, index) => {
    const [other] = mergeableBoxes(rects, index, REGION.maxPixels);
    return (
      <AdjustableBox
        // boxes have no names of their own; their order is kept while they are changed
        key={cleanupBoxId(index)}
        core={core}
        id={cleanupBoxId(index)}
        name={boxes.length === 1 ? 'Box' : `Box ${index + 1}`}
        note={isUsed ? (isStored(calls, rect) ? 'paid before' : undefined) : 'not sent'}
        rect={rect}
        view={view}
        isGrabbedInside={false}
        isIdle={!isUsed}
        limits={() => limitsOf(index)}
        onChange={(next, series) =>
          set(
            rects.map((each, at) => (at === index ? next : each)),
            'adjusting a box',
            series,
          )
        }
        onDelete={() => remove(index)}
        onMerge={other === undefined ? undefined : () => merge(index, other)}
      />
    );
  });
}
