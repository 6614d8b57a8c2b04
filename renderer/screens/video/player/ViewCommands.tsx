/** Works wherever the focus is. Goes into a viewer. */
import { useCommands } from '../../../base/commands/commands.ts';
import { ZoomInToolbar } from '../../../pictures/viewer/toolbar-zoom.tsx';
import { useViewer } from '../../../pictures/viewer/viewer-context.ts';

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
