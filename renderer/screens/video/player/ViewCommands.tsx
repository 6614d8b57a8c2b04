/** Zoom commands that work wherever the focus is. Must be inside a viewer. */
import { useCommands } from '../../../core/commands/commands.ts';
import { bindCommands } from '../../../core/commands/define-commands.ts';
import { CLIP_VIEW } from '../commands/video-commands.ts';
import { ZoomInToolbar } from '../../../viewer/stage/toolbar-zoom.tsx';
import { useViewer } from '../../../viewer/stage/viewer-context.ts';

export function ViewCommands() {
  const viewer = useViewer();
  useCommands(
    bindCommands(CLIP_VIEW, {
      fit: () => viewer?.fit(),
      actualSize: () => viewer?.zoomToActualSize(),
    }),
  );
  return <ZoomInToolbar />;
}
