import { Box, Center } from '@mantine/core';
import { lazy, Suspense, useEffect } from 'react';
import { useBatchCommands } from './batch/use-batch-commands.ts';
import { LateDialogs } from './panel/LateDialogs.tsx';
import { Notices } from './notices/Notices.tsx';
import { CanvasView } from './CanvasView.tsx';
import { usePhotoIntake } from './photos/use-photo-intake.ts';
import { STUDIO_GESTURES } from './commands/studio-gestures.ts';
import { useScreenState } from '../../core/backend/settings.ts';
import { WithPanels } from '../../core/frame/WithPanels.tsx';
import { Frame, Toolbar } from '../../core/frame/Frame.tsx';
import { useGestures } from '../../core/commands/gestures.ts';
import { useScreen } from '../../core/screen/screen-context.tsx';
import { RegionBoxes } from './run/RegionBoxes.tsx';
import { RunOnSelection } from './run/RunOnSelection.tsx';
import { PeopleTicks } from './proposal/PeopleTicks.tsx';
import { SidePanel } from './panel/SidePanel.tsx';
import { RecentDialog } from './photos/RecentDialog.tsx';
import { StartView } from './photos/StartView.tsx';
import { StatusLine } from './notices/StatusLine.tsx';
import shared from '../../core/ui/shared.module.css';
import { Tools } from './Tools.tsx';
import { useCanvasSettings } from './use-canvas-settings.ts';
import { PhotoDocument } from './photos/PhotoDocument.tsx';
import { Strip } from './photos/Strip.tsx';
import { CleanedNote } from './results/CleanedNote.tsx';
import { ComparisonView } from './results/ComparisonView.tsx';
import { Judging } from './results/Judging.tsx';
import { useResultsOnCanvas } from './results/use-results-on-canvas.ts';
import { useOriginalKey } from './results/use-original-key.ts';
import { useResultCommands } from './results/use-result-commands.ts';
import { usePhotoCommands } from './photos/use-photo-commands.ts';
import { useDrawnTextBoxes } from './run/add-text-box.ts';
import { useRunPlanner } from './run/use-run-planner.ts';
import { useRunCommands } from './run/use-run-commands.ts';
import { useOutCommands } from './saving/use-out-commands.ts';
import { useSelectingCommands } from './commands/use-selecting-commands.ts';
import { useStudioCommands } from './commands/use-studio-commands.ts';
import { StudioProvider, useStudio, useStudioSession, useStudioStore } from './session/index.ts';
import { Loading } from '../../core/ui/Loading.tsx';

const OptionsBar = lazy(() => import('./options/OptionsBar.tsx'));

export function StudioScreen() {
  return (
    <StudioProvider>
      <Studio />
    </StudioProvider>
  );
}

function Studio() {
  const { isInFront: isShown } = useScreen();
  const status = useStudio((state) => state.status);
  const isPeeking = useStudio((state) => state.isPeeking);
  const isComparing = useStudio((state) => state.results.compared !== undefined);
  const arePanelsShown = useScreenState('arePanelsShown');
  useReopen();
  usePhotoIntake();
  useGestures(STUDIO_GESTURES);
  useCanvasSettings();
  useRunPlanner();
  useDrawnTextBoxes();
  usePhotoCommands();
  useBatchCommands();
  useRunCommands();
  useOutCommands();
  useStudioCommands();
  useResultCommands();
  // registered later than the commands above, so that Escape drops a selection first
  useSelectingCommands();
  useResultsOnCanvas(isShown);
  useOriginalKey(isShown);
  const isEmpty = status === 'empty';
  return (
    <>
      <PhotoDocument />
      <Frame
        isStage
        toolbar={
          <WithPanels>
            <Suspense fallback={<Toolbar label="Photo" />}>
              <OptionsBar />
            </Suspense>
          </WithPanels>
        }
        tools={
          !isEmpty && (
            <WithPanels>
              <Tools />
            </WithPanels>
          )
        }
        tray={<Strip />}
        status={isEmpty ? undefined : <StatusLine hasZoom={!arePanelsShown} />}
        inspector={<SidePanel />}
      >
        <CanvasView
          overlay={
            status === 'ready' &&
            !isComparing && (
              <>
                <RegionBoxes />
                <PeopleTicks />
              </>
            )
          }
        >
          {status === 'ready' && <RunOnSelection />}
          {status === 'ready' && <ComparisonView />}
          {isPeeking && (
            <Box
              className={shared['onPicture'] ?? ''}
              pos="absolute"
              inset="var(--gesso-space-sm) 0 auto"
              w="fit-content"
              mx="auto"
            >
              Original
            </Box>
          )}
          {status === 'opening' && (
            <Center inset={0} className={`${shared['over'] ?? ''} ${shared['late'] ?? ''}`}>
              <Loading label="Opening the photo" />
            </Center>
          )}
        </CanvasView>
        {isEmpty && <StartView />}
        <Notices>
          {status === 'ready' && (
            <>
              <CleanedNote />
              <Judging />
            </>
          )}
        </Notices>
      </Frame>
      <RecentDialog />
      <LateDialogs />
    </>
  );
}

function useReopen(): void {
  const session = useStudioSession();
  const store = useStudioStore();
  useEffect(() => {
    if (session === undefined || store.getState().status !== 'empty') return;
    void session.strip.restore();
  }, [session, store]);
}
