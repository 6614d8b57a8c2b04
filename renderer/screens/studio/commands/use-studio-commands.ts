import { useCommands } from '../../../core/commands/commands.ts';
import { useSetting, useUpdateSettings } from '../../../core/backend/settings.ts';
import { pickFiles } from '../../../features/files/file-input.ts';
import {
  mirrored,
  isTurned,
  NO_TURN,
  rotated,
  type Turn,
} from '../../../viewer/stage/geometry/turn.ts';
import { TURN_KEYS } from './turn-keys.ts';
import { ZOOM_PRESETS } from '../model/typed-values.ts';
import { needsPhoto, useStudioCommand, type Obstacle } from './studio-command.ts';
import { type StudioSession, useCanvas, useStudio, useStudioSession } from '../session/index.ts';

export function useStudioCommands(): void {
  const studioCommand = useStudioCommand();
  const session = useStudioSession();
  const core = session?.core;
  const mask = session?.mask;
  const update = useUpdateSettings();
  const isMaskHidden = useCanvas((snapshot) => snapshot.isMaskHidden) ?? false;
  const isPeeking = useStudio((state) => state.isPeeking);
  const pressureChangesSize = useSetting('pressureChangesSize');

  const command = (
    group: string,
    id: string,
    title: string,
    shortcuts: readonly string[],
    run: () => void,
    more: { readonly keywords?: readonly string[]; readonly obstacle?: Obstacle } = {},
  ) => studioCommand({ id, title, group, shortcuts, run, ...more });
  const snapshot = () => core?.getSnapshot();
  const needs =
    (isMet: () => boolean | undefined, reason: string): Obstacle =>
    (stores) =>
      needsPhoto(stores) ?? (isMet() === true ? undefined : reason);
  const needsMask = needs(() => snapshot()?.maskBounds !== undefined, 'Paint a mask first');
  // reads the history: a snapshot may be a frame behind a stroke
  const canUndo = needs(() => core?.history.canUndo, 'Nothing to undo');
  const canRedo = needs(() => core?.history.canRedo, 'Nothing to redo');
  const needsCopy: Obstacle = (stores) =>
    needsPhoto(stores) ??
    (stores.studio.getState().copiedMask === undefined ? 'Copy a mask first' : undefined);

  const turn = (change: (turn: Turn) => Turn) => () =>
    core?.setTurn(change(core.getSnapshot().turn));

  useCommands([
    command('Edit', 'undo', 'Undo', ['Mod+Z'], () => void session?.undo(), {
      obstacle: canUndo,
    }),
    command('Edit', 'redo', 'Redo', ['Shift+Mod+Z', 'Mod+Y'], () => void session?.redo(), {
      obstacle: canRedo,
    }),
    command('Tools', 'brush', 'Brush', ['B'], () => core?.setTool('brush')),
    command('Tools', 'eraser', 'Eraser', ['E'], () => core?.setTool('eraser')),
    command('Tools', 'swap', 'Swap brush and eraser', ['X'], () => core?.swapBrushAndEraser()),
    command('Tools', 'rectangle', 'Rectangle', ['R'], () => core?.setTool('rectangle')),
    command('Tools', 'lasso', 'Lasso', ['L'], () => core?.setTool('lasso')),
    command('Tools', 'object', 'Object', ['O'], () => core?.setTool('object')),
    command('Tools', 'line', 'Line', ['U'], () => core?.setTool('line')),
    command('Tools', 'wand', 'Wand', ['W'], () => core?.setTool('wand')),
    command('Tools', 'spots', 'Spots', ['J'], () => core?.setTool('spots')),
    command('Tools', 'hand', 'Hand', ['H'], () => core?.setTool('hand')),
    command('Tools', 'smaller', 'Smaller brush', ['['], () => core?.stepToolSize(-1)),
    command('Tools', 'larger', 'Larger brush', [']'], () => core?.stepToolSize(1)),
    command(
      'Tools',
      pressureChangesSize ? 'pressureOff' : 'pressureOn',
      pressureChangesSize ? 'Turn pen pressure off' : 'Turn pen pressure on',
      [],
      () => update({ pressureChangesSize: !pressureChangesSize }),
      { keywords: ['tablet', 'stylus', 'size'], obstacle: () => undefined },
    ),
    command('Mask', 'maskAll', 'Mask the whole photo', ['Mod+A'], () => core?.maskWholePhoto()),
    command('Mask', 'clear', 'Clear mask', ['Delete', 'Backspace', 'Mod+D'], () => mask?.clear(), {
      obstacle: needsMask,
    }),
    command('Mask', 'invert', 'Invert mask', ['Mod+I'], () => mask?.invert()),
    command('Mask', 'grow', 'Grow mask', ['G'], () => void mask?.grow(), {
      obstacle: needsMask,
    }),
    command('Mask', 'shrink', 'Shrink mask', ['Shift+G'], () => void mask?.shrink(), {
      obstacle: needsMask,
    }),
    command('Mask', 'holes', 'Fill holes in mask', ['F'], () => void mask?.fillHoles(), {
      obstacle: needsMask,
    }),
    command(
      'Mask',
      isMaskHidden ? 'maskShow' : 'maskHide',
      isMaskHidden ? 'Show mask' : 'Hide mask',
      ['M'],
      () => core?.toggleMask(),
      { keywords: ['overlay', 'toggle', 'visibility', 'view'], obstacle: needsMask },
    ),
    command('Mask', 'copyMask', 'Copy mask', ['Shift+C'], () => mask?.copy(), {
      obstacle: needsMask,
    }),
    command('Mask', 'pasteMask', 'Paste mask', ['Shift+V'], () => void mask?.paste(), {
      obstacle: needsCopy,
    }),
    command('Mask', 'loadMask', 'Load mask…', ['Shift+Mod+O'], () => loadMaskFile(session)),
    command('Mask', 'saveMask', 'Save mask as PNG…', ['Alt+S'], () => void mask?.save(), {
      obstacle: needsMask,
    }),
    command('View', 'fit', 'Fit photo to window', ['Mod+0'], () => core?.fit()),
    command('View', 'actual', 'Zoom to 100 %', ['Mod+1'], () => core?.zoomToActualSize()),
    ...ZOOM_PRESETS.filter((zoom) => zoom !== 1).map((zoom) =>
      command('View', `zoom${zoom * 100}`, `Zoom to ${zoom * 100} %`, [], () =>
        core?.setZoom(zoom),
      ),
    ),
    command('View', 'rotateRight', 'Rotate view right', [TURN_KEYS.right], turn(rotatedRight)),
    command('View', 'rotateLeft', 'Rotate view left', [TURN_KEYS.left], turn(rotatedLeft)),
    command('View', 'mirrorView', 'Mirror view', [TURN_KEYS.mirror], turn(mirrored)),
    command(
      'View',
      'turnBack',
      'Reset rotation and mirroring',
      [TURN_KEYS.reset],
      turn(() => NO_TURN),
      {
        obstacle: needs(() => isTurned(snapshot()?.turn ?? NO_TURN), 'The view is not turned'),
      },
    ),
    command('View', 'zoomIn', 'Zoom in', ['Mod+=', 'Mod++'], () => core?.zoomBy(1.25)),
    command('View', 'zoomOut', 'Zoom out', ['Mod+-'], () => core?.zoomBy(0.8)),
    command(
      'View',
      isPeeking ? 'original.hide' : 'original.show',
      isPeeking ? 'Hide original' : 'Show original',
      [],
      () => session?.results.peek(!isPeeking),
      { keywords: ['before', 'after', 'compare', 'peek', 'results'] },
    ),
  ]);
}

function rotatedRight(turn: Turn): Turn {
  return rotated(turn, 1);
}

function rotatedLeft(turn: Turn): Turn {
  return rotated(turn, -1);
}

export function loadMaskFile(session: StudioSession | undefined): void {
  pickFiles((files) => {
    const [file] = files;
    if (file !== undefined) void session?.mask.load(file);
  });
}
