import type { Photo } from '../../../../shared/contract/photos.ts';
import { isEmptyRect, type Rect } from '../../../../shared/geometry/rect.ts';
import { REGION } from '../../../../shared/geometry/region.ts';
import { mergeableBoxes, mergeBoxes } from '../../../../shared/geometry/box-edit.ts';
import type { CanvasCore, View } from '../canvas/index.ts';
import { AdjustableBox, focusBox } from './AdjustableBox.tsx';
import { cleanupBoxId } from './box-ids.ts';
import { limitsOfBox } from '../model/box-plan.ts';
import { isStored } from './run-offer.ts';
import { nextRun } from '../model/next-run.ts';
import { useCanvas, useStudio, useStudioSession } from '../session/index.ts';

export function CleanupBoxes(props: {
  readonly core: CanvasCore;
  readonly photo: Photo;
  readonly view: View;
}) {
  const { core, photo, view } = props;
  const { plan } = useStudioSession() ?? {};
  const { boxes } = useStudio(nextRun).cleanup;
  const calls = useStudio((state) => state.run.calls);
  const isPainted = useCanvas(
    (snapshot) => !snapshot.isPainting && snapshot.maskBounds !== undefined,
  );
  if (isPainted !== true) return null;
  const rects = boxes.map(({ rect }) => rect);
  const limitsOf = (index: number) => limitsOfBox(core.mask.packed(), rects, index, photo);

  function set(next: readonly Rect[], label: string, series?: string): void {
    plan?.setCleanupBoxes(next, label, series);
  }

  function remove(index: number): string | undefined {
    if (!isEmptyRect(limitsOf(index).required)) {
      return 'This box can’t be deleted: no other box covers this part of the mask.';
    }
    set(
      rects.filter((_, at) => at !== index),
      'delete box',
    );
    return undefined;
  }

  function merge(index: number, other: number): void {
    set(mergeBoxes(rects, index, other), 'merge boxes');
    focusBox(cleanupBoxId(Math.min(index, other)));
  }

  return boxes.map(({ rect, isUsed }, index) => {
    const [other] = mergeableBoxes(rects, index, REGION.maxPixels);
    return (
      <AdjustableBox
        // boxes have no ids; their order is stable while they change
        key={cleanupBoxId(index)}
        core={core}
        id={cleanupBoxId(index)}
        name={boxes.length === 1 ? 'Box' : `Box ${index + 1}`}
        note={isUsed ? (isStored(calls, rect) ? 'saved result' : undefined) : 'not sent'}
        rect={rect}
        view={view}
        isGrabbedInside={false}
        isIdle={!isUsed}
        limits={() => limitsOf(index)}
        onChange={(next, series) =>
          set(
            rects.map((each, at) => (at === index ? next : each)),
            'resize box',
            series,
          )
        }
        onDelete={() => remove(index)}
        onMerge={other === undefined ? undefined : () => merge(index, other)}
      />
    );
  });
}
