/** The boxes around text that is to be removed, with the tiles of those that one call does not take. */
import type { Photo } from '../../../../shared/contract/photos.ts';
import { mergeableBoxes, mergeBoxes } from '../../../../shared/geometry/box-edit.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import type { CanvasCore, View } from '../canvas/index.ts';
import { useCanvas } from '../use-canvas.ts';
import { AdjustableBox, focusBox } from './AdjustableBox.tsx';
import { textBoxId } from './box-ids.ts';
import classes from './Boxes.module.css';
import { isStored } from './run-offer.ts';
import { textBoxesOf, useRun } from './run-store.ts';
import { limitsOfTextBox, planText, type NumberedTile } from './text-plan.ts';

export function TextBoxes(props: {
  readonly core: CanvasCore;
  readonly photo: Photo;
  readonly view: View;
}) {
  const { core, photo, view } = props;
  const boxes = useRun((state) => textBoxesOf(state, photo.id));
  const wanted = useRun((state) => state.textMode);
  const calls = useRun((state) => state.calls);
  const isTool = useCanvas((snapshot) => snapshot.tool === 'text-box') ?? false;
  const isPainting = useCanvas((snapshot) => snapshot.isPainting) ?? false;
  const { mode, tiles } = planText(photo, boxes, wanted);
  if (mode !== 'boxes' || isPainting) return null;

  function set(next: readonly Rect[], label: string, series?: string): void {
    useRun.getState().edits?.setTextBoxes(next, label, series);
  }

  return boxes.map((rect, index) => {
    const own = tiles.filter(({ box }) => box === index);
    const [other] = mergeableBoxes(boxes, index, Infinity);
    const note =
      own.length > 0 ? `${own.length} calls` : isStored(calls, rect) ? 'paid before' : undefined;
    return (
      <AdjustableBox
        key={textBoxId(index)}
        core={core}
        id={textBoxId(index)}
        name={`Text ${index + 1}`}
        note={note}
        rect={rect}
        view={view}
        isGrabbedInside={isTool}
        limits={() => limitsOfTextBox(photo)}
        onChange={(next, series) =>
          set(
            boxes.map((each, at) => (at === index ? next : each)),
            'adjusting a box',
            series,
          )
        }
        onDelete={() => {
          set(
            boxes.filter((_, at) => at !== index),
            'deleting a box',
          );
          return undefined;
        }}
        onMerge={
          other === undefined
            ? undefined
            : () => {
                set(mergeBoxes(boxes, index, other), 'merging boxes');
                focusBox(textBoxId(Math.min(index, other)));
              }
        }
      >
        {own.map((tile) => (
          <Tile key={`${tile.core.x} ${tile.core.y}`} tile={tile} box={rect} />
        ))}
      </AdjustableBox>
    );
  });
}

/** What is taken of a tile, as a share of its box. */
function Tile({ tile, box }: { readonly tile: NumberedTile; readonly box: Rect }) {
  const { core, number } = tile;
  const share = (pixels: number, all: number) => `${(100 * pixels) / all}%`;
  return (
    <div
      className={classes['tile']}
      style={{
        left: share(core.x - box.x, box.width),
        top: share(core.y - box.y, box.height),
        width: share(core.width, box.width),
        height: share(core.height, box.height),
      }}
    >
      {number !== undefined && <span className={classes['tileNumber']}>{number}</span>}
    </div>
  );
}
