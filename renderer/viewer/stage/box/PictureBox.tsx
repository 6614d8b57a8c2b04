import { AdjustableBox, type AdjustableBoxProps } from './AdjustableBox.tsx';
import { useViewer, useViewerSnapshot } from '../viewer-context.ts';

export function PictureBox(props: Omit<AdjustableBoxProps, 'stage' | 'view'>) {
  const viewer = useViewer();
  const view = useViewerSnapshot((snapshot) => snapshot.view);
  const hasPicture = useViewerSnapshot((snapshot) => snapshot.picture !== undefined);
  if (viewer === undefined || view === undefined || hasPicture !== true) return null;
  return <AdjustableBox {...props} stage={viewer} view={view} />;
}
