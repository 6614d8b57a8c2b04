import { WithPanels } from '../../core/frame/WithPanels.tsx';
import { Frame } from '../../core/frame/Frame.tsx';
import { useScreenState } from '../../core/backend/screen-state.ts';
import { useFileIntake } from '../../features/files/file-intake.ts';
import { useJobPages } from '../../features/jobs/use-job-pages.ts';
import { useRestored } from '../../features/runs/use-restored.ts';
import { useIntent } from '../../core/screen/navigation.ts';
import { ToolbarZoomProvider } from '../../viewer/stage/toolbar-zoom.tsx';
import { UpscaleInspector } from './form/UpscaleInspector.tsx';
import { OpenResultProvider } from './result/open-result.tsx';
import { UpscaleToolbar } from './result/UpscaleToolbar.tsx';
import { UpscaleProvider, useUpscaleSession } from './session/index.ts';
import { UpscaleDocument } from './stage/UpscaleDocument.tsx';
import { UpscaleStage } from './stage/UpscaleStage.tsx';
import { UpscaleStatus } from './stage/UpscaleStatus.tsx';
import { ResultTray } from './ResultTray.tsx';
import { usePersistedForm } from './form/use-persisted-form.ts';
import { useUpscaleCommands } from './use-upscale-commands.ts';

export function UpscaleScreen() {
  return (
    <UpscaleProvider>
      <ToolbarZoomProvider>
        <Upscale />
      </ToolbarZoomProvider>
    </UpscaleProvider>
  );
}

function Upscale() {
  const session = useUpscaleSession();
  const arePanelsShown = useScreenState('arePanelsShown');
  const pages = useJobPages('upscale');
  useRestored(session, 'upscaleForm', 'upscalePhotoIds');
  usePersistedForm();
  useFileIntake({
    label: 'Drop pictures to upscale them',
    take: (files) => void session.pictures.takeFiles(files),
    refuse: (thrown) => session.runs.fail(thrown),
  });
  useIntent((intent) => {
    if (intent.kind === 'use-picture') void session.slot.takePhoto(intent.photoId);
    if (intent.kind === 'show-job') session.open(intent.jobId);
    if (intent.kind === 'fill-form' && intent.request.kind === 'upscale') {
      session.open(undefined);
      void session.fill(intent.request);
    }
    if (intent.kind === 'take-files') void session.pictures.takeFiles(intent.files);
  });
  useUpscaleCommands(pages);
  return (
    <OpenResultProvider pages={pages}>
      <UpscaleDocument />
      <Frame
        isStage
        toolbar={
          <WithPanels>
            <UpscaleToolbar pages={pages} />
          </WithPanels>
        }
        inspector={<UpscaleInspector />}
        tray={
          <WithPanels>
            <ResultTray pages={pages} />
          </WithPanels>
        }
        status={arePanelsShown && <UpscaleStatus />}
      >
        <UpscaleStage pages={pages} />
      </Frame>
    </OpenResultProvider>
  );
}
