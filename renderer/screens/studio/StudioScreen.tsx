import { Box, Center } from '@mantine/core';
import { Suspense, lazy, useEffect } from 'react';
import { useBatchCommands } from './batch/use-batch-commands.ts';
import { Notices } from './notices/Notices.tsx';
import { CanvasView } from './CanvasView.tsx';
import { usePhotoIntake } from './photos/use-photo-intake.ts';
import { STUDIO_GESTURES } from './commands/studio-gestures.ts';
import { useScreenState, useSettings } from '../../core/backend/settings.ts';
import { WithPanels } from '../../core/frame/WithPanels.tsx';
import { Frame, Toolbar } from '../../core/frame/Frame.tsx';
import { useGestures } from '../../core/commands/gestures.ts';
import { useScreen } from '../../core/screen/screen-context.tsx';
import { RegionBoxes } from './run/RegionBoxes.tsx';
import { PeopleTicks } from './proposal/PeopleTicks.tsx';
import { SidePanel } from './panel/SidePanel.tsx';
import { RecentDialog } from './photos/RecentDialog.tsx';
import { StartView } from './photos/StartView.tsx';
import { StatusLine } from './notices/StatusLine.tsx';
import shared from '../../core/ui/shared.module.css';
import { Tools } from './Tools.tsx';
import { PhotoDocument } from './photos/PhotoDocument.tsx';
import { Strip } from './photos/Strip.tsx';
import { CleanedNote } from './results/CleanedNote.tsx';
import { Judging } from './results/Judging.tsx';
import { useResultsOnCanvas } from './results/use-results-on-canvas.ts';
import { useResultCommands } from './results/use-result-commands.ts';
import { usePhotoCommands } from './photos/use-photo-commands.ts';
import { useDrawnTextBoxes } from './run/add-text-box.ts';
import { useRunPlanner } from './run/use-run-planner.ts';
import { useRunCommands } from './run/use-run-commands.ts';
import { useSelectingCommands } from './commands/use-selecting-commands.ts';
import { useStudioCommands } from './commands/use-studio-commands.ts';
import {
  StudioProvider,
  followSizes,
  useStudio,
  useStudioSession,
  useStudioStore,
} from './session/index.ts';
import { Loading } from '../../core/ui/Loading.tsx';
import { useWasTrue } from '../../core/ui/use-was-true.ts';
import { backend } from '../../core/backend/client.ts';
import { usePeekKey } from '../../core/commands/use-peek-key.ts';
import { useCommands } from '../../core/commands/commands.ts';
import { bindCommands } from '../../core/commands/define-commands.ts';
import { NOTHING_TO_SAVE } from './model/studio-store.ts';
import { photoIdsOf } from './model/strip.ts';
import { SAVING } from './commands/studio-commands.ts';
import { useNeedsPhoto } from './commands/use-needs-photo.ts';

const OptionsBar = lazy(() => import('./options/OptionsBar.tsx'));
const ComparisonControls = lazy(() => import('./results/ComparisonControls.tsx'));
const RunBar = lazy(() => import('./run/RunBar.tsx'));
const SaveDialog = lazy(() => import('./saving/SaveDialog.tsx'));
const BatchDialog = lazy(() => import('./batch/BatchDialog.tsx'));

export function StudioScreen() {
  return (
    <StudioProvider>
      <Studio />
    </StudioProvider>
  );
}

function useOutCommands(): void {
  const needsPhoto = useNeedsPhoto();
  const session = useStudioSession();
  const store = useStudioStore();
  const needsEntry = () =>
    photoIdsOf(store.getState().strip.entries).length > 0 ? undefined : 'Open a photo first';
  useCommands(
    bindCommands(
      SAVING,
      {
        save: () => void session?.saving.save(),
        saveAs: () => store.setSlice('saving', { ...NOTHING_TO_SAVE, isShown: true }),
        saveMany: { obstacle: needsEntry, run: () => session?.saving.showMany() },
        sendToVideo: () => session?.out.sendTo('video'),
        sendToUpscale: () => session?.out.sendTo('upscale'),
        sendToFaces: () => session?.out.sendTo('faces', 'picture'),
        sendToFacesAsFace: () => session?.out.sendTo('faces', 'face'),
        makeRecipe: {
          obstacle: () =>
            needsPhoto() ??
            (store.getState().patches.length > 0 ? undefined : 'Nothing has been done to it yet'),
          run: () => session?.out.makeRecipe(),
        },
        maskInRecipe: () => session?.out.sendMaskToRecipe(),
        runRecipe: { obstacle: needsEntry, run: () => session?.out.runRecipe() },
        copy: {
          obstacle: () => needsPhoto() ?? (isTextChosen() ? 'Text is selected' : undefined),
          run: () => void session?.out.copy(),
        },
      },
      needsPhoto,
    ),
  );
}

/** Selected text and text fields keep the key. */
function isTextChosen(): boolean {
  const { activeElement } = document;
  const isEditing =
    activeElement instanceof HTMLTextAreaElement ||
    (activeElement instanceof HTMLInputElement && activeElement.type !== 'range');
  return isEditing || document.getSelection()?.isCollapsed === false;
}

function useCanvasSettings(): void {
  const session = useStudioSession();
  const core = session?.core;
  const settings = useSettings('maskColor', 'maskOpacity', 'pressureChangesSize');
  const maskColor = settings?.maskColor;
  const maskOpacity = settings?.maskOpacity;
  useEffect(() => {
    if (core === undefined || maskColor === undefined || maskOpacity === undefined) return;
    core.setMaskAppearance({ color: maskColor, opacity: maskOpacity });
  }, [core, maskColor, maskOpacity]);
  const pressureChangesSize = settings?.pressureChangesSize;
  useEffect(() => {
    if (pressureChangesSize !== undefined) core?.tools.setPressureChangesSize(pressureChangesSize);
  }, [core, pressureChangesSize]);
  useEffect(() => {
    if (session === undefined) return undefined;
    return followSizes(session.core, backend.screenState, session.showError);
  }, [session]);
}

function Studio() {
  const { isInFront: isShown } = useScreen();
  const status = useStudio((state) => state.status);
  const session = useStudioSession();
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
  usePeekKey((on) => session?.results.peek(on && !isComparing));
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
          {status === 'ready' && <OverStage />}
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
      <Dialogs />
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

/** The bar of a comparison, or that of an accepted selection. */
function OverStage() {
  const taken = useStudio((state) => state.selecting.taken);
  const isComparing = useStudio((state) => state.results.compared !== undefined);
  return (
    <Suspense fallback={null}>
      {isComparing ? <ComparisonControls /> : taken !== undefined && <RunBar taken={taken} />}
    </Suspense>
  );
}

/** Loads dialogs when they first open, and keeps them. */
function Dialogs() {
  const hasSaving = useWasTrue(useStudio((state) => state.saving.isShown));
  const hasBatch = useWasTrue(useStudio((state) => state.batches.draft !== undefined));
  return (
    <Suspense fallback={null}>
      {hasSaving && <SaveDialog />}
      {hasBatch && <BatchDialog />}
    </Suspense>
  );
}
