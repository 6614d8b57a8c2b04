/** Shows the mask of a running job faintly. */
import { useEffect, useRef, useState } from 'react';
import { MASK_TILE, unpackTile, type PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import { photoToScreen, type View } from '../canvas/index.ts';
import shared from '../../../core/ui/shared.module.css';
import classes from '../Studio.module.css';
import { useStudioSession } from '../session/index.ts';

/** Pixels per side: enough for a hint, and cheap. */
const DRAWN_TILE_SIDE = 64;

interface TileSpan {
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
}

/** @param props.color `#rrggbb` */
export function PendingMask(props: {
  readonly jobId: string;
  readonly view: View;
  readonly color: string;
}) {
  const { jobId, view, color } = props;
  const runs = useStudioSession()?.runs;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [span, setSpan] = useState<TileSpan>();
  useEffect(() => {
    const controller = new AbortController();
    const show = async (): Promise<void> => {
      const tiles = await runs?.maskOf(jobId, controller.signal);
      if (canvas.current !== null && tiles !== undefined)
        setSpan(drawTiles(canvas.current, tiles, color));
    };
    // the region's box is enough without the hint
    show().catch(() => undefined);
    return () => controller.abort();
  }, [runs, jobId, color]);
  const { side } = MASK_TILE;
  const corner = photoToScreen(view, {
    x: (span?.column ?? 0) * side,
    y: (span?.row ?? 0) * side,
  });
  return (
    <canvas
      ref={canvas}
      className={`${shared['over']} ${classes['pending']}`}
      hidden={span === undefined}
      style={{
        left: corner.x,
        top: corner.y,
        width: (span?.columns ?? 0) * side * view.scale,
        height: (span?.rows ?? 0) * side * view.scale,
      }}
    />
  );
}

function drawTiles(
  canvas: HTMLCanvasElement,
  tiles: readonly PackedMaskTile[],
  color: string,
): TileSpan | undefined {
  const painted = tiles.filter(({ bits }) => bits !== undefined);
  if (painted.length === 0) return undefined;
  const column = Math.min(...painted.map((tile) => tile.column));
  const row = Math.min(...painted.map((tile) => tile.row));
  const columns = Math.max(...painted.map((tile) => tile.column)) - column + 1;
  const rows = Math.max(...painted.map((tile) => tile.row)) - row + 1;
  canvas.width = columns * DRAWN_TILE_SIDE;
  canvas.height = rows * DRAWN_TILE_SIDE;
  const context = canvas.getContext('2d');
  if (context === null) return undefined;
  for (const tile of painted) {
    if (tile.bits === undefined) continue;
    context.putImageData(
      smallTile(tile.bits, color),
      (tile.column - column) * DRAWN_TILE_SIDE,
      (tile.row - row) * DRAWN_TILE_SIDE,
    );
  }
  return { column, row, columns, rows };
}

/** Samples every fourth pixel of every fourth row. */
function smallTile(bits: Uint8Array, color: string): ImageData {
  const pixels = unpackTile(bits);
  const step = MASK_TILE.side / DRAWN_TILE_SIDE;
  const image = new ImageData(DRAWN_TILE_SIDE, DRAWN_TILE_SIDE);
  const red = Number.parseInt(color.slice(1, 3), 16);
  const green = Number.parseInt(color.slice(3, 5), 16);
  const blue = Number.parseInt(color.slice(5, 7), 16);
  for (let y = 0, to = 0; y < DRAWN_TILE_SIDE; y++) {
    for (let x = 0; x < DRAWN_TILE_SIDE; x++, to += 4) {
      const isPainted = pixels[y * step * MASK_TILE.side + x * step] === 255;
      if (isPainted) image.data.set([red, green, blue, 255], to);
    }
  }
  return image;
}
