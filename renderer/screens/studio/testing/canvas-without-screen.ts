/** A canvas for session tests: real history and mask, but nothing is drawn. */
import type { Point, Rect } from '../../../../shared/geometry/rect.ts';
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import { createEditHistory } from '../canvas/edit-history.ts';
import type {
  CanvasCore,
  CanvasSnapshot,
  ResultBrush,
  SelectionMark,
  ToolName,
} from '../canvas/index.ts';
import type { SelectionListener } from '../canvas/core-types.ts';
import type { PicturePatch } from '../../../viewer/stage/viewer-types.ts';
import { NO_TURN } from '../../../viewer/stage/geometry/turn.ts';
import type { Proposal, Subject } from '../proposal/proposal-layer.ts';
import { createMaskController } from '../canvas/mask-controller.ts';

export type CanvasWithoutScreen = ReturnType<typeof createCanvasWithoutScreen>;

const nothing = () => undefined;

/** Methods that only draw; session tests never check them. */
const NOT_SEEN = {
  cleaned: { setTiles: nothing, setColor: nothing },
  setMaskAppearance: nothing,
  setTurn: nothing,
  toggleMask: nothing,
  destroy: nothing,
  previewFile: async () => undefined,
  isHandWanted: () => false,
  onBoxDrawn: () => nothing,
  maskEdits: {
    grow: async () => undefined,
    shrink: async () => undefined,
    fillHoles: async () => undefined,
    readPicture: async () => {
      throw new Error('No test reads a picture as a mask.');
    },
  },
  tools: {
    swapBrushAndEraser: nothing,
    setSize: nothing,
    stepSize: nothing,
    setSubtracting: nothing,
    setPressureChangesSize: nothing,
  },
  picture: {
    expect: nothing,
    adopt: () => false,
    prepare: nothing,
    drawPictureNow: nothing,
    setMark: nothing,
    showRect: nothing,
    resize: nothing,
    viewport: { fit: nothing, zoomToActualSize: nothing, setZoom: nothing, zoomBy: nothing },
    comparison: {
      set: async () => undefined,
      setPeek: nothing,
      setSplit: nothing,
      showState: nothing,
    },
    placeOf: ({ x, y, width, height }: Rect) => ({
      x: x / 600,
      y: y / 400,
      width: width / 600,
      height: height / 400,
    }),
  },
};

const NO_LAYER = {
  deviceRect: (rect: Rect) => rect,
  setBitmap: nothing,
  setAppearance: nothing,
  color: '#ff2ec4',
  setVisible: nothing,
  prepare: nothing,
  drawLive: nothing,
  redrawRect: nothing,
  redrawInFrame: nothing,
  show: nothing,
  redraw: nothing,
  destroy: nothing,
};

export function createCanvasWithoutScreen() {
  const history = createEditHistory();
  const mask = createMaskController(NO_LAYER, history, nothing);
  const snapshotCallbacks = new Set<() => void>();
  const tellSnapshot = () => {
    for (const callback of snapshotCallbacks) callback();
  };
  /** Ids of opened photos, in order. */
  const opened: string[] = [];
  let tool: ToolName = 'brush';
  let isPainting = false;
  let shown: readonly PicturePatch[] = [];
  let selecting: SelectionListener | undefined;
  let resultBrush: ResultBrush | undefined;
  const proposals = new Map<Subject, Proposal | undefined>();
  let backdropUrl: string | undefined;
  let pointer: Point | undefined;
  const pointerCallbacks = new Set<() => void>();

  const core: CanvasCore = {
    ...NOT_SEEN,
    async openPhoto({ id, size }, signal) {
      signal?.throwIfAborted();
      opened.push(id);
      history.clear();
      mask.reset(size);
    },
    closePhoto() {
      history.clear();
      mask.reset(undefined);
    },
    picture: {
      ...NOT_SEEN.picture,
      async setPatches(patches) {
        shown = patches;
      },
    },
    tools: {
      ...NOT_SEEN.tools,
      setTool(name) {
        tool = name;
        tellSnapshot();
      },
    },
    setSelecting(listener) {
      selecting = listener;
    },
    setResultBrush(brush) {
      resultBrush = brush;
    },
    addProposalLayer: () => ({
      show: (subject, proposal) => void proposals.set(subject, proposal),
      showBackdrop(next) {
        backdropUrl = next?.url;
      },
      setVisible: nothing,
      follow: nothing,
      destroy: nothing,
    }),
    history,
    mask,
    maskEdits: {
      ...NOT_SEEN.maskEdits,
      add: async (tiles) => void mask.edit(tiles, 'unite', 'paste mask'),
    },
    loadMask: mask.load,
    pointerOnPhoto: () => pointer,
    onPointerMoved(callback) {
      pointerCallbacks.add(callback);
      return () => pointerCallbacks.delete(callback);
    },
    subscribe(callback) {
      snapshotCallbacks.add(callback);
      return () => snapshotCallbacks.delete(callback);
    },
    getSnapshot: (): CanvasSnapshot => ({
      zoom: 1,
      view: { scale: 1, x: 0, y: 0 },
      stage: { width: 600, height: 400 },
      turn: NO_TURN,
      isSubtracting: false,
      tool,
      brushSize: 80,
      eraserSize: 80,
      maskBounds: mask.bounds(),
      isPainting,
      isMaskHidden: false,
      isMaskBusy: false,
      isKeyboardPointer: false,
      canUndo: history.canUndo,
      canRedo: history.canRedo,
    }),
  };

  return {
    core,
    opened,
    /** Paints a rectangle in photo space as one undo step, like a tool. */
    paint({ x, y, width, height }: Rect): void {
      const corners = [
        { x, y },
        { x: x + width, y },
        { x: x + width, y: y + height },
        { x, y: y + height },
      ];
      mask.fillShape(corners, 255, 'brush stroke');
    },
    setPainting(on: boolean): void {
      isPainting = on;
      tellSnapshot();
    },
    /** Returns the brush that hides parts of the judged result. */
    resultBrush: (): ResultBrush | undefined => resultBrush,
    /** Makes a gesture of a selecting tool. */
    select: (mark: SelectionMark): void => selecting?.mark(mark),
    /** Draws a line with the button down. */
    previewFrom: (at: Point | undefined): void => selecting?.previewFrom(at),
    /** Presses a key on the canvas. @returns whether it was used */
    key: (name: string, isHeld: boolean = false): boolean => selecting?.key(name, isHeld) === true,
    /** Moves the pointer to a pixel of the photo, or away. */
    pointAt(place: Point | undefined): void {
      pointer = place;
      for (const callback of pointerCallbacks) callback();
    },
    /** Returns the outlines that are drawn. */
    found: (subject: Subject): Proposal | undefined => proposals.get(subject),
    /** Returns the address of the view of spots. */
    backdropUrl: (): string | undefined => backdropUrl,
    shownPatches: (): readonly string[] => shown.map(({ id }) => id),
    paintedPixels: (): number => pixelsIn(mask.packed()),
  };
}

export function pixelsIn(tiles: readonly PackedMaskTile[]): number {
  let count = 0;
  for (const { bits = [] } of tiles) {
    for (const byte of bits) for (let rest = byte; rest > 0; rest >>= 1) count += rest & 1;
  }
  return count;
}
