/** The studio's commands with their shortcuts. */
import { useCommands } from '../../commands/commands.ts';
import { pickFiles } from './file-input.ts';
import { useStudio } from './studio-store.ts';

/** @param isShown false switches all of them off */
export function useStudioCommands(isShown: boolean): void {
  const session = useStudio((state) => state.session);
  const core = session?.core;
  const isReady = () => isShown && useStudio.getState().status === 'ready';
  const command = (
    id: string,
    title: string,
    group: string,
    shortcuts: readonly string[],
    run: () => void,
    isEnabled: () => boolean = isReady,
  ) => ({ id: `studio.${id}`, title, group, shortcuts, isEnabled, run });

  useCommands([
    command(
      'open',
      'Open a photo',
      'Photo',
      ['Mod+O'],
      openFile,
      () => isShown && session !== undefined,
    ),
    command('save', 'Save as…', 'Photo', ['Mod+S', 'Shift+Mod+S'], () =>
      useStudio.setState({ isSaveShown: true }),
    ),
    command('close', 'Close the photo', 'Photo', ['Alt+W'], () => session?.closePhoto()),
    command('run', 'Run clean-up', 'Clean-up', ['Mod+Enter'], () => void session?.run()),
    command('undo', 'Undo', 'Edit', ['Mod+Z'], () => void session?.undo()),
    command('redo', 'Redo', 'Edit', ['Shift+Mod+Z', 'Mod+Y'], () => void session?.redo()),
    command('clear', 'Clear the mask', 'Edit', ['Delete', 'Backspace'], () => core?.clearMask()),
    command('brush', 'Brush', 'Tools', ['B'], () => core?.setTool('brush')),
    command('eraser', 'Eraser', 'Tools', ['E'], () => core?.setTool('eraser')),
    command('hand', 'Hand', 'Tools', ['H'], () => core?.setTool('hand')),
    command('smaller', 'Smaller brush', 'Tools', ['['], () => core?.stepToolSize(-1)),
    command('larger', 'Larger brush', 'Tools', [']'], () => core?.stepToolSize(1)),
    command('fit', 'Fit the photo to the window', 'View', ['Mod+0'], () => core?.fit()),
    command('actual', 'Show at 100 %', 'View', ['Mod+1'], () => core?.zoomToActualSize()),
    command('zoomIn', 'Zoom in', 'View', ['Mod+=', 'Mod++'], () => core?.zoomBy(1.25)),
    command('zoomOut', 'Zoom out', 'View', ['Mod+-'], () => core?.zoomBy(0.8)),
  ]);
}

/** Opens the system's file dialog and takes in what was chosen. */
export function openFile(): void {
  pickFiles((files) => {
    const [file] = files;
    if (file !== undefined) void useStudio.getState().session?.importFile(file);
  });
}
