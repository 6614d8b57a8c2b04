/** Zoom commands that work wherever the focus is. Must be inside a viewer. */
import { useCommands } from '../../../core/commands/commands.ts';
import { ZoomInToolbar } from '../../../viewer/stage/toolbar-zoom.tsx';
import { useViewer } from '../../../viewer/stage/viewer-context.ts';

export function ViewCommands() {
  const viewer = useViewer();
  useCommands([
    {
      id: 'clip.fit',
      title: 'Fit to window',
      group: 'Clip',
      shortcuts: ['Mod+0'],
      run: () => viewer?.fit(),
    },
    {
      id: 'clip.actualSize',
      title: 'Actual size (100 %)',
      group: 'Clip',
      shortcuts: ['Mod+1'],
      run: () => viewer?.zoomToActualSize(),
    },
  ]);
  return <ZoomInToolbar />;
}
