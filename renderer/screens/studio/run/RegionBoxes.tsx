import { Box } from '@mantine/core';
import { Fragment, useEffect, useRef, useState } from 'react';
import { isFinalJobState, type Job } from '../../../../shared/contract/jobs.ts';
import { isEmptyRect, type Rect } from '../../../../shared/geometry/rect.ts';
import { useJobs } from '../../../features/jobs/jobs.ts';
import { useSetting } from '../../../core/backend/settings.ts';
import { photoToScreen, type CanvasCore, type View } from '../canvas/index.ts';
import { labelPlace } from '../../../viewer/stage/box/AdjustableBox.tsx';
import { rectToView } from '../../../viewer/stage/geometry/view.ts';
import shared from '../../../core/ui/shared.module.css';
import classes from '../Studio.module.css';
import { regionOf } from '../model/job-subject.ts';
import { jobsOnPhoto } from '../model/photo-jobs.ts';
import { JobClock } from '../../../features/jobs/JobProgress.tsx';
import { useCanvas, useStudio, useStudioSession } from '../session/index.ts';
import type { Photo } from '../../../../shared/contract/photos.ts';
import { REGION } from '../../../../shared/geometry/regions.ts';
import { mergeBoxes, mergeableBoxes } from '../../../../shared/geometry/box-edit.ts';
import { AdjustableBox, focusBox } from './AdjustableBox.tsx';
import { cleanupBoxId, textBoxId } from './box-ids.ts';
import { limitsOfBox } from '../model/box-plan.ts';
import { noteOfBox } from './run-offer.ts';
import { nextRun } from '../model/next-run.ts';
import { MASK_TILE, unpackTile, type PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import { limitsOfTextBox, type NumberedTile } from '../model/text-plan.ts';

/** Pixels per side: enough for a hint, and cheap. */
const DRAWN_TILE_SIDE = 64;

interface TileSpan {
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
}

/** @param props.color `#rrggbb` */
function PendingMask(props: {
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
  const corner = photoToScreen(view, { x: (span?.column ?? 0) * side, y: (span?.row ?? 0) * side });
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

function TextBoxes(props: {
  readonly core: CanvasCore;
  readonly photo: Photo;
  readonly view: View;
}) {
  const { core, photo, view } = props;
  const { setTextBoxes: set = () => undefined } = useStudioSession()?.plan ?? {};
  const { text, textBoxes: boxes } = useStudio(nextRun);
  const calls = useStudio((state) => state.run.calls);
  const isTool = useCanvas((snapshot) => snapshot.tool === 'text-box') ?? false;
  const isPainting = useCanvas((snapshot) => snapshot.isPainting) ?? false;
  if (text?.mode !== 'boxes' || isPainting) return null;
  const { tiles } = text;

  return boxes.map((rect, index) => {
    const own = tiles.filter(({ box }) => box === index);
    const [other] = mergeableBoxes(boxes, index, Infinity);
    return (
      <AdjustableBox
        key={textBoxId(index)}
        core={core}
        id={textBoxId(index)}
        name={`Text ${index + 1}`}
        note={noteOfBox(calls, rect, own.length)}
        rect={rect}
        view={view}
        isGrabbedInside={isTool}
        limits={() => limitsOfTextBox(photo)}
        onChange={(next, series) => set(boxes.with(index, next), 'resize box', series)}
        onDelete={() => {
          set(boxes.toSpliced(index, 1), 'delete box');
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
          <MaskTile key={`${tile.core.x} ${tile.core.y}`} tile={tile} box={rect} />
        ))}
      </AdjustableBox>
    );
  });
}

/** Shows the used part of a tile as a share of its box. */
function MaskTile({ tile, box }: { readonly tile: NumberedTile; readonly box: Rect }) {
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

/** More calls are shown as tiles without labels. */
const MOST_LABELS = 6;

export function RegionBoxes() {
  const photo = useStudio((state) => state.photo);
  const core = useStudioSession()?.core;
  const isPeeking = useStudio((state) => state.isPeeking);
  const operation = useStudio((state) => state.run.operation);
  const view = useCanvas((snapshot) => snapshot.view);
  if (core === undefined || photo === undefined || view === undefined || isPeeking) return null;
  const common = { core, photo, view };
  return (
    <>
      {operation === 'cleanup' ? <CleanupBoxes {...common} /> : <TextBoxes {...common} />}
      <RunningBoxes photoId={photo.id} view={view} />
    </>
  );
}

function CleanupBoxes(props: {
  readonly core: CanvasCore;
  readonly photo: Photo;
  readonly view: View;
}) {
  const { core, photo, view } = props;
  const { setCleanupBoxes: set = () => undefined } = useStudioSession()?.plan ?? {};
  const { boxes } = useStudio(nextRun).cleanup;
  const calls = useStudio((state) => state.run.calls);
  const isPainted = useCanvas(
    (snapshot) => !snapshot.isPainting && snapshot.maskBounds !== undefined,
  );
  if (isPainted !== true) return null;
  const rects = boxes.map(({ rect }) => rect);
  const limitsOf = (index: number) => limitsOfBox(core.mask.packed(), rects, index, photo);

  function remove(index: number): string | undefined {
    if (!isEmptyRect(limitsOf(index).required)) {
      return 'This box can’t be deleted: no other box covers this part of the mask.';
    }
    set(rects.toSpliced(index, 1), 'delete box');
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
        note={isUsed ? noteOfBox(calls, rect) : 'not sent'}
        rect={rect}
        view={view}
        isGrabbedInside={false}
        isIdle={!isUsed}
        limits={() => limitsOf(index)}
        onChange={(next, series) => set(rects.with(index, next), 'resize box', series)}
        onDelete={() => remove(index)}
        onMerge={other === undefined ? undefined : () => merge(index, other)}
      />
    );
  });
}

function RunningBoxes({ photoId, view }: { readonly photoId: string; readonly view: View }) {
  const jobs = useJobs((state) => state.jobs);
  const color = useSetting('maskColor');
  const running = jobsOnPhoto(jobs, photoId).filter(({ state }) => !isFinalJobState(state));
  return running.map((job) => (
    <Fragment key={job.id}>
      {job.kind === 'cleanup' && <PendingMask jobId={job.id} view={view} color={color} />}
      <RunningBox job={job} view={view} isNamed={running.length <= MOST_LABELS} />
    </Fragment>
  ));
}

/** Returns the region, or the used part of a tile, so that tiles do not overlap. */
function shownPart(job: Job): Rect | undefined {
  const { brief } = job;
  return brief.kind === 'remove-text' ? (brief.core ?? regionOf(job)) : regionOf(job);
}

function RunningBox(props: { readonly job: Job; readonly view: View; readonly isNamed: boolean }) {
  const { job, view, isNamed } = props;
  const stage = useCanvas((snapshot) => snapshot.stage);
  const rect = shownPart(job);
  if (rect === undefined || stage === undefined) return null;
  const { x: left, y: top, width, height } = rectToView(view, rect);
  return (
    <div className={`${shared['over']} ${classes['region']}`} style={{ left, top, width, height }}>
      {isNamed && (
        <Box
          component="span"
          pos="absolute"
          bottom="100%"
          className={`${shared['onPicture'] ?? ''} ${shared['upright'] ?? ''}`}
          style={labelPlace(rect, view, stage)}
        >
          {job.kind === 'cleanup' ? 'Cleaning up…' : 'Removing text…'}{' '}
          <JobClock since={job.createdAt} />
        </Box>
      )}
    </div>
  );
}
