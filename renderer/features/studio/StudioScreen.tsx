/** The studio: tools, canvas, panel and status line, or the start view when no photo is open. */
import { Loader } from '@mantine/core';
import { useEffect } from 'react';
import { BatchBar } from './batch/BatchBar.tsx';
import { BatchDialog } from './batch/BatchDialog.tsx';
import { BatchItems } from './batch/BatchItems.tsx';
import { useBatchCommands } from './batch/use-batch-commands.ts';
import { CanvasView } from './CanvasView.tsx';
import { DropArea } from './photos/DropArea.tsx';
import { RegionBoxes } from './run/RegionBoxes.tsx';
import { SaveItem } from './saving/SaveItem.tsx';
import { SaveDialog } from './saving/SaveDialog.tsx';
import { SidePanel } from './SidePanel.tsx';
import { RecentDialog } from './photos/RecentDialog.tsx';
import { RefusedFiles } from './photos/RefusedFiles.tsx';
import { StartView } from './photos/StartView.tsx';
import { StatusLine } from './StatusLine.tsx';
import classes from './Studio.module.css';
import { useStudio } from './session/studio-store.ts';
import { Toolbar } from './Toolbar.tsx';
import { useCanvasSettings } from './use-canvas-settings.ts';
import { Strip } from './photos/Strip.tsx';
import { CleanedNote } from './results/CleanedNote.tsx';
import { ComparisonView } from './results/ComparisonView.tsx';
import { useResults } from './results/results-store.ts';
import { useResultsOnCanvas } from './results/use-results-on-canvas.ts';
import { usePeekKey } from './results/use-peek-key.ts';
import { useResultCommands } from './results/use-result-commands.ts';
import { usePhotoCommands } from './photos/use-photo-commands.ts';
import { useRunPlanner } from './run/use-run-planner.ts';
import { useRunCommands } from './run/use-run-commands.ts';
import { useOutCommands } from './saving/use-out-commands.ts';
import { useStudioCommands } from './use-studio-commands.ts';

/** @param props.isShown false while another screen is in front: the photo stays, the keys are off */
export function StudioScreen({ isShown }: { readonly isShown: boolean }) {
  const status = useStudio((state) => state.status);
  const isPeeking = useStudio((state) => state.isPeeking);
  const isComparing = useResults((state) => state.compared !== undefined);
  useReopen();
  useCanvasSettings();
  useRunPlanner();
  usePhotoCommands(isShown);
  useBatchCommands(isShown);
  useRunCommands(isShown);
  useOutCommands(isShown);
  useStudioCommands(isShown);
  useResultCommands(isShown);
  useResultsOnCanvas(isShown);
  usePeekKey(isShown);
  return (
    <DropArea>
      <div className={classes['frame']}>
        <div className={classes['work']}>
          <div
            className={`${classes['studio']} ${status === 'empty' ? classes['studioEmpty'] : ''}`}
          >
            <Toolbar />
            <CanvasView overlay={status === 'ready' && !isComparing && <RegionBoxes />}>
              {status === 'ready' && <CleanedNote />}
              {status === 'ready' && <ComparisonView />}
              {isPeeking && <div className={classes['peek']}>Original</div>}
              {status === 'opening' && (
                <div className={classes['busy']}>
                  <Loader color="gray" aria-label="Opening the photo" />
                </div>
              )}
            </CanvasView>
            <SidePanel />
            <Strip
              batchItems={
                <>
                  <BatchItems />
                  <SaveItem />
                </>
              }
            />
            <StatusLine />
          </div>
          {status === 'empty' && <StartView />}
        </div>
        <RefusedFiles />
        <BatchBar />
      </div>
      <SaveDialog />
      <RecentDialog />
      <BatchDialog />
    </DropArea>
  );
}

/** At start, the photos that were open at the end of the last session. */
function useReopen(): void {
  const session = useStudio((state) => state.session);
  useEffect(() => {
    if (session === undefined || useStudio.getState().status !== 'empty') return;
    void session.strip.restore();
  }, [session]);
}
