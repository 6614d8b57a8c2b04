import type { Photo } from '../../../../shared/contract/photos.ts';
import { mergeableBoxes, mergeBoxes } from '../../../../shared/geometry/box-edit.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import type { CanvasCore, View } from '../canvas/index.ts';
import { count } from '../../../core/ui/format.ts';
import { AdjustableBox, focusBox } from './AdjustableBox.tsx';
import { textBoxId } from './box-ids.ts';
import shared from '../../../core/ui/shared.module.css';
import classes from '../Studio.module.css';
import { isStored } from './run-offer.ts';
import { limitsOfTextBox, type NumberedTile } from '../model/text-plan.ts';
import { nextRun } from '../model/next-run.ts';
import { useCanvas, useStudio, useStudioSession } from '../session/index.ts';

export function TextBoxes(props: {
  readonly core: CanvasCore;
  readonly photo: Photo;
  readonly view: View;
}) {
  const { core, photo, view } = props;
  const { plan } = useStudioSession() ?? {};
  const { text, textBoxes: boxes } = useStudio(nextRun);
  const calls = useStudio((state) => state.run.calls);
  const isTool = useCanvas((snapshot) => snapshot.tool === 'text-box') ?? false;
  const isPainting = useCanvas((snapshot) => snapshot.isPainting) ?? false;
  if (text?.mode !== 'boxes' || isPainting) return null;
  const { tiles } = text;

  function set(next: readonly Rect[], label: string, series?: string): void {
    plan?.setTextBoxes(next, label, series);
  }

  return boxes.map((rect, index) => {
    const own = tiles.filter(({ box }) => box === index);
    const [other] = mergeableBoxes(boxes, index, Infinity);
    const note =
      own.length > 0
        ? count(own.length, 'call')
        : isStored(calls, rect)
          ? 'saved result'
          : undefined;
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
            'resize box',
            series,
          )
        }
        onDelete={() => {
          set(
            boxes.filter((_, at) => at !== index),
            'delete box',
          );
          return undefined;
        }}
        onMerge={
          other === undefined
            ? undefined
            : () => {
                set(mergeBoxes(boxes, index, other), 'merge boxes');
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

/** Shows the used part of a tile as a share of its box. */
function Tile({ tile, box }: { readonly tile: NumberedTile; readonly box: Rect }) {
  const { core, number } = tile;
  const share = (pixels: number, all: number) => `${(100 * pixels) / all}%`;
  return (
    <div
      className={`${shared['over']} ${classes['tile']}`}
      style={{
        left: share(core.x - box.x, box.width),
        top: share(core.y - box.y, box.height),
        width: share(core.width, box.width),
        height: share(core.height, box.height),
      }}
    >
      {number !== undefined && <span className={shared['onPicture']}>{number}</span>}
    </div>
  );
}
