/** Plans the next run: its operation and boxes, with a fitting tool. */
import { MAX_REGIONS, type CallPlan } from '../../../../shared/contract/cleanup.ts';
import type { Photo } from '../../../../shared/contract/photos.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { boxBetween } from '../../../../shared/geometry/box-edit.ts';
import {
  isSameRect,
  rectsWithout,
  type Point,
  type Rect,
} from '../../../../shared/geometry/rect.ts';
import { TEXT_TILES } from '../../../../shared/geometry/text-tiles.ts';
import type { ToolName, CanvasCore, EditCommand } from '../canvas/index.ts';
import {
  INITIAL_PLAN,
  textBoxesOf,
  readyPhoto,
  type RunOperation,
  type StudioRunState,
  type StudioStore,
} from '../model/studio-store.ts';
import { LEAST_TEXT_BOX } from '../../../../shared/geometry/text-blocks.ts';
import { createStudioPlanner } from './planner.ts';
import { nextRun } from '../model/next-run.ts';
import type { SessionContext } from './session-context.ts';

/** Quicker changes of one kind become one undo step, ms. */
const SAME_STEP = 1000;

type BoxEdits = ReturnType<typeof createBoxEdits>;

/**
 * @param photoId whose text boxes are changed
 * @param deps.change also called for undo and redo
 * @param deps.refused called with the reason
 */
export function createBoxEdits(
  core: Pick<CanvasCore, 'history'>,
  store: StudioStore,
  photoId: string,
  deps: {
    readonly change: (boxes: readonly Rect[]) => void;
    readonly refused: (message: string) => void;
  },
) {
  let last:
    | {
        readonly command: EditCommand;
        readonly series: string;
        readonly at: number;
        readonly before: readonly Rect[] | undefined;
      }
    | undefined;

  /** @param move applies or reverts the change */
  function edit<Boxes extends readonly Rect[] | undefined>(
    now: Boxes,
    after: Boxes,
    move: (from: Boxes, to: Boxes) => void,
    label: string,
    series: string | undefined,
  ): void {
    const { history } = core;
    if ((after?.length ?? 0) > MAX_REGIONS) {
      deps.refused(`A run can have up to ${MAX_REGIONS} boxes.`);
      return;
    }
    move(now, after);
    const isGoingOn =
      last !== undefined &&
      last.series === series &&
      history.done.at(-1) === last.command &&
      performance.now() - last.at < SAME_STEP;
    const former = isGoingOn ? last : undefined;
    if (former !== undefined) history.remove(former.command);
    // the same series, so the same kind
    const before = former === undefined ? now : (former.before as Boxes);
    const command: EditCommand = {
      label,
      undo: () => move(after, before),
      redo: () => move(before, after),
    };
    history.push(command);
    last = series === undefined ? undefined : { command, series, at: performance.now(), before };
  }

  return {
    /**
     * @param byHand `undefined` for Gesso's own
     * @param series equal for repeated presses of one key, which become one step
     */
    setCleanupBoxes(byHand: readonly Rect[] | undefined, label: string, series?: string): void {
      const show = (_: unknown, boxes: readonly Rect[] | undefined) =>
        store.setSlice('run', { byHand: boxes });
      edit(store.getState().run.byHand, byHand, show, label, series);
    },
    setTextBoxes(boxes: readonly Rect[], label: string, series?: string): void {
      const now = () => textBoxesOf(store.getState().run, photoId);
      edit(now(), boxes, (from, to) => deps.change(changed(now(), from, to)), label, series);
    },
  };
}

/** Applies only the difference if a run has returned some boxes since. */
function changed(
  boxes: readonly Rect[],
  from: readonly Rect[],
  to: readonly Rect[],
): readonly Rect[] {
  const isAsBefore =
    boxes.length === from.length &&
    boxes.every((box, index) => {
      const other = from[index];
      return other !== undefined && isSameRect(box, other);
    });
  if (isAsBefore) return to;
  const left = rectsWithout(boxes, rectsWithout(from, to));
  return [...left, ...rectsWithout(rectsWithout(to, from), left)];
}

export type PlanActions = ReturnType<typeof createPlanActions>;

/** These change the mask, which a text removal ignores. */
const PAINTING: ReadonlySet<ToolName> = new Set([
  'brush',
  'eraser',
  'rectangle',
  'lasso',
  'object',
  'line',
  'wand',
  'spots',
]);

/** Of the stage, for a box that is not drawn. */
const SHARE = { across: 0.4, down: 0.2 } as const;

interface Planning {
  readonly edits: BoxEdits;
  ask(): void;
  stop(): void;
}

/** @param askPlan see `StudioRunActions.askPlan` */
export function createPlanActions(
  context: SessionContext,
  askPlan: () => Promise<CallPlan | undefined>,
) {
  const { core, fail, store } = context;
  let planning: Planning | undefined;
  /** The canvas reports changes a frame later. */
  let { tool } = core.getSnapshot();
  /** Restored when text removal is left. */
  let lastPainting: ToolName = 'brush';
  /** The operation has selected the active tool, not the user. */
  let isFitted = false;

  function begin(photo: Photo): Planning {
    const textBoxes = context.work()?.textBoxes;
    const edits = createBoxEdits(core, store, photo.id, {
      change(boxes) {
        // "No box is drawn yet"
        if (store.getState().error?.kind === 'empty-mask') store.setState({ error: undefined });
        textBoxes?.change(boxes);
      },
      refused: (message) => fail(new AppError('invalid-input', message)),
    });
    textBoxes?.load().then(fitTool, fail);
    // boxes belong to one photo, but "reduced" to the whole series
    const textMode = store.getState().run.textMode === 'reduced' ? 'reduced' : undefined;
    store.setSlice('run', { ...INITIAL_PLAN, textMode });
    fitTool();
    const planner = createStudioPlanner(context, photo.id, askPlan);
    return { edits, ...planner };
  }

  function end(): void {
    planning?.stop();
    planning = undefined;
    store.setSlice('run', { ...INITIAL_PLAN });
  }

  const stopStudio = store.subscribe((state, before) => {
    const photo = readyPhoto(state);
    if (photo === readyPhoto(before)) return;
    if (planning !== undefined) end();
    if (photo !== undefined) planning = begin(photo);
  });

  let isChosen = false;

  function fitTool(): void {
    const { operation, text } = nextRun(store.getState());
    if (text === undefined) return;
    if (operation === 'cleanup') {
      if (tool === 'text-box' || isFitted) setTool(lastPainting, false);
    } else if (text.mode === 'boxes') setTool('text-box', true);
    else if (tool !== 'hand') setTool('hand', true);
  }

  function setTool(next: ToolName, isBrought: boolean): void {
    tool = next;
    isFitted = isBrought;
    core.tools.setTool(next);
  }

  function chooseTool(next: ToolName): void {
    if (next === 'text-box') store.setSlice('run', { operation: 'remove-text', textMode: 'boxes' });
    setTool(next, false);
  }

  /** Switches to clean-up, so that nothing painted is ignored. */
  function followTool(): void {
    const snapshot = core.getSnapshot();
    if (snapshot.tool !== tool) isFitted = false;
    tool = snapshot.tool;
    if (PAINTING.has(tool)) lastPainting = tool;
    else if (!snapshot.isPainting) return;
    if (planning !== undefined && store.getState().run.operation === 'remove-text') {
      store.setSlice('run', { operation: 'cleanup' });
    }
  }
  const stopTool = core.subscribe(followTool);

  function addTextBox(from: Point, to: Point): number | undefined {
    const { photo } = store.getState();
    if (photo === undefined || planning === undefined) return undefined;
    const box = boxBetween(from, to, photo, LEAST_TEXT_BOX);
    if (box === undefined) return undefined;
    const boxes = textBoxesOf(store.getState().run, photo.id);
    planning.edits.setTextBoxes([...boxes, box], 'add text box');
    return boxes.length;
  }

  return {
    /** Selects the box tool if boxes are needed, the hand for the whole photo, else painting. */
    chooseOperation(operation: RunOperation): void {
      isChosen = true;
      store.setSlice('run', { operation });
      fitTool();
    },
    /** Has no effect once an operation was chosen. */
    restoreOperation(operation: RunOperation): void {
      if (isChosen) return;
      store.setSlice('run', { operation });
      fitTool();
    },
    chooseTextMode(textMode: NonNullable<StudioRunState['textMode']>): void {
      store.setSlice('run', { textMode });
      fitTool();
    },
    /** The text box tool selects text removal by boxes; a painting tool selects clean-up. */
    chooseTool,
    /** Photo space. @returns its index; `undefined` if it is too small or no photo is open */
    addTextBox,
    /** For keyboard use: the box can be moved and resized from there. */
    addTextBoxInTheMiddle(): number | undefined {
      const { photo } = store.getState();
      if (photo === undefined) return undefined;
      chooseTool('text-box');
      const { view, stage } = core.getSnapshot();
      const middle = {
        x: Math.min(Math.max(0, (stage.width / 2 - view.x) / view.scale), photo.width),
        y: Math.min(Math.max(0, (stage.height / 2 - view.y) / view.scale), photo.height),
      };
      const half = {
        x: Math.min(TEXT_TILES.maxWidth, (stage.width * SHARE.across) / view.scale) / 2,
        y: Math.min(TEXT_TILES.maxHeight, (stage.height * SHARE.down) / view.scale) / 2,
      };
      return addTextBox(
        { x: middle.x - half.x, y: middle.y - half.y },
        { x: middle.x + half.x, y: middle.y + half.y },
      );
    },
    setCleanupBoxes: (byHand: readonly Rect[] | undefined, label: string, series?: string): void =>
      planning?.edits.setCleanupBoxes(byHand, label, series),
    setTextBoxes: (boxes: readonly Rect[], label: string, series?: string): void =>
      planning?.edits.setTextBoxes(boxes, label, series),
    /** Call when anything else that affects costs or saved results has changed. */
    askAgain: (): void => planning?.ask(),
    destroy(): void {
      stopStudio();
      stopTool();
      end();
    },
  };
}
