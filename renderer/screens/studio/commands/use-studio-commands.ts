import { useCommands } from '../../../core/commands/commands.ts';
import { bindCommands } from '../../../core/commands/define-commands.ts';
import { useSetting, useUpdateSettings } from '../../../core/backend/settings.ts';
import { pickFiles } from '../../../features/files/file-input.ts';
import {
  mirrored,
  isTurned,
  NO_TURN,
  rotated,
  type Turn,
} from '../../../viewer/stage/geometry/turn.ts';
import { EDIT, MASK, TOOLS, CANVAS_VIEW } from './studio-commands.ts';
import { useNeedsPhoto } from './use-needs-photo.ts';
import {
  type StudioSession,
  useCanvas,
  useStudio,
  useStudioSession,
  useStudioStore,
} from '../session/index.ts';

export function useStudioCommands(): void {
  const needsPhoto = useNeedsPhoto();
  const session = useStudioSession();
  const store = useStudioStore();
  const core = session?.core;
  const mask = session?.mask;
  const update = useUpdateSettings();
  const isMaskHidden = useCanvas((snapshot) => snapshot.isMaskHidden) ?? false;
  const isPeeking = useStudio((state) => state.isPeeking);
  const pressureChangesSize = useSetting('pressureChangesSize');

  const snapshot = () => core?.getSnapshot();
  const needs = (isMet: () => boolean | undefined, reason: string) => () =>
    needsPhoto() ?? (isMet() === true ? undefined : reason);
  const needsMask = needs(() => snapshot()?.maskBounds !== undefined, 'Paint a mask first');
  // reads the history: a snapshot may be a frame behind a stroke
  const canUndo = needs(() => core?.history.canUndo, 'Nothing to undo');
  const canRedo = needs(() => core?.history.canRedo, 'Nothing to redo');
  const needsCopy = needs(() => store.getState().copiedMask !== undefined, 'Copy a mask first');

  const turn = (change: (turn: Turn) => Turn) => () =>
    core?.setTurn(change(core.getSnapshot().turn));

  const zoom = (factor: number) => () => core?.picture.viewport.setZoom(factor);
  const onMask = (run: () => void) => ({ obstacle: needsMask, run });
  // one id per state, so that the palette shows the current title
  const toggleMask = onMask(() => core?.toggleMask());
  const peek = () => session?.results.peek(!isPeeking);
  const togglePressure = {
    obstacle: () => undefined,
    run: () => update({ pressureChangesSize: !pressureChangesSize }),
  };

  useCommands([
    ...bindCommands(EDIT, {
      undo: { obstacle: canUndo, run: () => void session?.undo() },
      redo: { obstacle: canRedo, run: () => void session?.redo() },
    }),
    ...bindCommands(
      TOOLS,
      {
        brush: () => core?.tools.setTool('brush'),
        eraser: () => core?.tools.setTool('eraser'),
        swap: () => core?.tools.swapBrushAndEraser(),
        rectangle: () => core?.tools.setTool('rectangle'),
        lasso: () => core?.tools.setTool('lasso'),
        object: () => core?.tools.setTool('object'),
        line: () => core?.tools.setTool('line'),
        wand: () => core?.tools.setTool('wand'),
        spots: () => core?.tools.setTool('spots'),
        hand: () => core?.tools.setTool('hand'),
        smaller: () => core?.tools.stepSize(-1),
        larger: () => core?.tools.stepSize(1),
        pressureOn: pressureChangesSize ? undefined : togglePressure,
        pressureOff: pressureChangesSize ? togglePressure : undefined,
      },
      needsPhoto,
    ),
    ...bindCommands(
      MASK,
      {
        maskAll: () => core?.mask.fillAll(),
        clear: onMask(() => core?.mask.edit([], 'replace', 'clear mask')),
        invert: () => core?.mask.invert(),
        grow: onMask(() => void mask?.grow()),
        shrink: onMask(() => void mask?.shrink()),
        holes: onMask(() => void mask?.fillHoles()),
        maskHide: isMaskHidden ? undefined : toggleMask,
        maskShow: isMaskHidden ? toggleMask : undefined,
        copyMask: onMask(() => mask?.copy()),
        pasteMask: { obstacle: needsCopy, run: () => void mask?.paste() },
        loadMask: () => loadMaskFile(session),
        saveMask: onMask(() => void mask?.save()),
      },
      needsPhoto,
    ),
    ...bindCommands(
      CANVAS_VIEW,
      {
        fit: () => core?.picture.viewport.fit(),
        actual: () => core?.picture.viewport.zoomToActualSize(),
        zoom25: zoom(0.25),
        zoom50: zoom(0.5),
        zoom200: zoom(2),
        zoom400: zoom(4),
        zoom800: zoom(8),
        rotateRight: turn((before) => rotated(before, 1)),
        rotateLeft: turn((before) => rotated(before, -1)),
        mirrorView: turn(mirrored),
        turnBack: {
          obstacle: needs(() => isTurned(snapshot()?.turn ?? NO_TURN), 'The view is not turned'),
          run: turn(() => NO_TURN),
        },
        zoomIn: () => core?.picture.viewport.zoomBy(1.25),
        zoomOut: () => core?.picture.viewport.zoomBy(0.8),
        'original.show': isPeeking ? undefined : peek,
        'original.hide': isPeeking ? peek : undefined,
      },
      needsPhoto,
    ),
  ]);
}

function loadMaskFile(session: StudioSession | undefined): void {
  pickFiles((files) => {
    const [file] = files;
    if (file !== undefined) void session?.mask.load(file);
  });
}
