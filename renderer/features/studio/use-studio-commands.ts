/** Commands of tools, mask and view; those of photos, runs, results and saving stand with their parts. */
import { useCommands } from '../../commands/commands.ts';
import { DEFAULT_SETTINGS } from '../../../shared/contract/settings.ts';
import { useSettings, useUpdateSettings } from '../../backend/settings.ts';
import { MASK_FILES, pickFiles } from './photos/file-input.ts';
import { studioCommand } from './studio-command.ts';
import { useStudio } from './session/studio-store.ts';

/** @param isShown false switches all of them off */
export function useStudioCommands(isShown: boolean): void {
  const session = useStudio((state) => state.session);
  const core = session?.core;
  const mask = session?.mask;
  const settings = useSettings();
  const update = useUpdateSettings();
  const togglePressure = () =>
    update({ pressureChangesSize: !(settings ?? DEFAULT_SETTINGS).pressureChangesSize });
  const command = (
    id: string,
    title: string,
    group: string,
    shortcuts: readonly string[],
    run: () => void,
  ) => studioCommand(isShown, { id, title, group, shortcuts, run });

  useCommands([
    command('undo', 'Undo', 'Edit', ['Mod+Z'], () => void session?.undo()),
    command('redo', 'Redo', 'Edit', ['Shift+Mod+Z', 'Mod+Y'], () => void session?.redo()),
    command('brush', 'Brush', 'Tools', ['B'], () => core?.setTool('brush')),
    command('eraser', 'Eraser', 'Tools', ['E'], () => core?.setTool('eraser')),
    command('rectangle', 'Rectangle', 'Tools', ['R'], () => core?.setTool('rectangle')),
    command('lasso', 'Lasso', 'Tools', ['L'], () => core?.setTool('lasso')),
    command('hand', 'Hand', 'Tools', ['H'], () => core?.setTool('hand')),
    command('smaller', 'Smaller brush', 'Tools', ['['], () => core?.stepToolSize(-1)),
    command('larger', 'Larger brush', 'Tools', [']'], () => core?.stepToolSize(1)),
    command('pressure', 'Pen pressure: on or off', 'Tools', [], togglePressure),
    command('clear', 'Clear the mask', 'Mask', ['Delete', 'Backspace'], () => mask?.clear()),
    command('invert', 'Invert the mask', 'Mask', ['Mod+I'], () => mask?.invert()),
    command('grow', 'Grow the mask', 'Mask', ['G'], () => void mask?.grow()),
    command('shrink', 'Shrink the mask', 'Mask', ['Shift+G'], () => void mask?.shrink()),
    command('holes', 'Fill holes in the mask', 'Mask', ['F'], () => void mask?.fillHoles()),
    command('copyMask', 'Copy the mask', 'Mask', ['Shift+C'], () => mask?.copy()),
    command('pasteMask', 'Paste the mask', 'Mask', ['Shift+V'], () => void mask?.paste()),
    command('loadMask', 'Load a mask…', 'Mask', ['Shift+Mod+O'], loadMaskFile),
    command('saveMask', 'Save the mask as PNG…', 'Mask', ['Alt+S'], () => void mask?.save()),
    command('fit', 'Fit the photo to the window', 'View', ['Mod+0'], () => core?.fit()),
    command('actual', 'Show at 100 %', 'View', ['Mod+1'], () => core?.zoomToActualSize()),
    command('zoomIn', 'Zoom in', 'View', ['Mod+=', 'Mod++'], () => core?.zoomBy(1.25)),
    command('zoomOut', 'Zoom out', 'View', ['Mod+-'], () => core?.zoomBy(0.8)),
  ]);
}

/** Opens the system's file dialog for a mask. */
export function loadMaskFile(): void {
  pickFiles((files) => {
    const [file] = files;
    if (file !== undefined) void useStudio.getState().session?.mask.load(file);
  }, MASK_FILES);
}
