import { WithPanels } from '../../core/frame/WithPanels.tsx';
import { Frame, KeyHint, StatusEnd } from '../../core/frame/Frame.tsx';
import { useScreenState } from '../../core/backend/settings.ts';
import { useFileIntake } from '../../features/files/file-intake.ts';
import { type JobPages, useJobPages } from '../../features/jobs/use-job-pages.ts';
import { useRestored } from '../../features/runs/use-restored.ts';
import { useIntent } from '../../core/screen/navigation.ts';
import { ToolbarZoomProvider } from '../../viewer/stage/toolbar-zoom.tsx';
import { UpscaleInspector } from './form/UpscaleInspector.tsx';
import { OpenResultProvider, useOpenResult } from './result/open-result.tsx';
import { UpscaleToolbar } from './result/UpscaleToolbar.tsx';
import { UpscaleProvider, useUpscale, useUpscaleSession } from './session/index.ts';
import { UpscaleStage } from './stage/UpscaleStage.tsx';
import { useUpscaleCommands } from './use-upscale-commands.ts';
import { useMemo } from 'react';
import { useKeptState } from '../../core/backend/kept-state.ts';
import { Menu } from '@mantine/core';
import { IconFolderOpen, IconX } from '@tabler/icons-react';
import { CommandMenuItem } from '../../core/commands/CommandMenuItem.tsx';
import { ScreenDocument } from '../../core/frame/screen-document.tsx';
import { usePictureSlotState } from '../../viewer/slots/index.ts';
import { UPSCALE } from './upscale-commands.ts';
import { runEntries, runsInOrder } from '../../features/runs/run-entries.ts';
import { RunTray } from '../../features/runs/RunTray.tsx';
import { byUpscaler, isTry } from './model/results.ts';
import { ResultCard, TriesCard } from './ResultCard.tsx';
import { describeArea, describePixels } from './model/size-words.ts';
import { useKeyNames } from '../../core/commands/shortcut-keys.ts';

export function UpscaleScreen() {
  return (
    <UpscaleProvider>
      <ToolbarZoomProvider>
        <Upscale />
      </ToolbarZoomProvider>
    </UpscaleProvider>
  );
}

function UpscaleStatus() {
  const { shortcutKeys } = useKeyNames();
  const session = useUpscaleSession();
  const { photo } = usePictureSlotState(session.slot);
  const { job, shown } = useOpenResult();
  const areTriesShown = useUpscale((state) => state.tryIds !== undefined);
  const size = job === undefined ? photo : shown.result;
  if (size === undefined || areTriesShown) return null;
  return (
    <>
      <span>{describePixels(size)}</span>
      {describeArea(size).map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
      <StatusEnd>
        {job !== undefined && shown.result?.original !== undefined && (
          <KeyHint keys={['\\']}>hold for the original</KeyHint>
        )}
        {photo !== undefined && <KeyHint keys={shortcutKeys(UPSCALE.try)}>try on a part</KeyHint>}
      </StatusEnd>
    </>
  );
}

function ResultTray({ pages }: { readonly pages: JobPages }) {
  const { runs } = useUpscaleSession();
  const { jobs } = pages;
  const openId = useUpscale((state) => state.openId);
  const selected = useUpscale((state) => state.selected);
  const saving = useUpscale((state) => state.saving);
  const entries = useMemo(() => runEntries(jobs, { isGrouped: isTry, order: byUpscaler }), [jobs]);
  return (
    <RunTray
      screen="upscale"
      label="Results"
      entries={entries}
      order={useMemo(() => runsInOrder(entries), [entries])}
      pages={pages}
      runs={runs}
      state={{ selected, saving }}
      openId={openId}
      renderEntry={(entry) =>
        entry.kind === 'run' ? <ResultCard job={entry.job} /> : <TriesCard jobs={entry.jobs} />
      }
    />
  );
}

function UpscaleDocument() {
  const session = useUpscaleSession();
  const { photo } = usePictureSlotState(session.slot);
  if (photo === undefined) return null;
  return (
    <ScreenDocument name={photo.name}>
      <CommandMenuItem
        icon={<IconFolderOpen size={16} />}
        keys={UPSCALE.open}
        label="Add pictures…"
      />
      <Menu.Item leftSection={<IconX size={16} />} onClick={() => session.slot.set(undefined)}>
        Close
      </Menu.Item>
    </ScreenDocument>
  );
}

function usePersistedForm(): void {
  const isRestored = useUpscale((state) => state.isRestored);
  const form = useUpscale((state) => state.form);
  const photos = useUpscale((state) => state.photos);
  const values = isRestored
    ? { upscaleForm: form, upscalePhotoIds: photos.map(({ id }) => id) }
    : undefined;
  useKeptState(values);
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
