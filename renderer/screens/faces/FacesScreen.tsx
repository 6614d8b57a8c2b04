import { useEffect, useMemo, useState } from 'react';
import { useScreenState } from '../../core/backend/settings.ts';
import { WithPanels } from '../../core/frame/WithPanels.tsx';
import { Frame, KeyHint, StatusEnd } from '../../core/frame/Frame.tsx';
import { createViewLink } from '../../viewer/stage/comparing/linked-views.ts';
import { useComparing } from '../../viewer/stage/comparing/use-comparing.ts';
import { ToolbarZoomProvider } from '../../viewer/stage/toolbar-zoom.tsx';
import { type JobPages, useJobPages } from '../../features/jobs/use-job-pages.ts';
import { useShownRun } from '../../features/runs/use-shown-run.ts';
import { useFacesCommands, useTakeFaces } from './commands/use-faces-commands.ts';
import { FacesInspector } from './form/FacesInspector.tsx';
import { MatrixStage } from './MatrixStage.tsx';
import { FacesProvider, useFaces, useFacesSession } from './session/index.ts';
import { FacesToolbar } from './stage/FacesToolbar.tsx';
import { InputsStage } from './stage/InputsStage.tsx';
import { ResultStage } from './stage/ResultStage.tsx';
import { useFileIntake } from '../../features/files/file-intake.ts';
import { useIntent } from '../../core/screen/navigation.ts';

import { runEntries, runsInOrder } from '../../features/runs/run-entries.ts';
import { RunTray } from '../../features/runs/RunTray.tsx';
import { GroupCard, ResultCard } from './ResultCard.tsx';
import type { Job } from '../../../shared/contract/jobs.ts';
import { formatMegapixels } from '../../core/ui/format.ts';
import { useBlendState } from '../../viewer/blending/index.ts';
import { usePictureSlotState } from '../../viewer/slots/index.ts';
import { FACES } from './commands/faces-commands.ts';
import { useKeyNames } from '../../core/commands/shortcut-keys.ts';
import { Menu } from '@mantine/core';
import { IconFolderOpen, IconX } from '@tabler/icons-react';
import { CommandMenuItem } from '../../core/commands/CommandMenuItem.tsx';
import { ScreenDocument } from '../../core/frame/screen-document.tsx';
import { useKeptState } from '../../core/backend/kept-state.ts';
import { useRestored } from '../../features/runs/use-restored.ts';

export function FacesScreen() {
  return (
    <FacesProvider>
      <ToolbarZoomProvider>
        <Faces />
      </ToolbarZoomProvider>
    </FacesProvider>
  );
}

function usePersistedForm(): void {
  const session = useFacesSession();
  useRestored(session, 'facesForm', 'usedFaces');

  const isRestored = useFaces((state) => state.isRestored);
  const crops = useFaces((state) => state.crops);
  const more = useFaces((state) => state.more);
  const responseType = useFaces((state) => state.responseType);
  const jobId = useFaces((state) => state.jobId) ?? null;
  const isLinked = useFaces((state) => state.isLinked);
  const isConsentRead = useFaces((state) => state.isConsentRead);
  const usedFaces = useFaces((state) => state.usedFaces);
  const face = usePictureSlotState(session.slots.face);
  const picture = usePictureSlotState(session.slots.picture);
  const faceId = face.photo?.id;
  const pictureId = picture.photo?.id;
  const isReady = isRestored && !face.isOpening && !picture.isOpening;
  useKeptState(
    isReady
      ? {
          facesForm: {
            face: faceId === undefined ? null : { photoId: faceId, ...crops.face },
            picture: pictureId === undefined ? null : { photoId: pictureId, ...crops.picture },
            moreFaces: more.face,
            morePictures: more.picture,
            responseType,
            jobId,
            isLinked,
            isConsentRead,
          },
          usedFaces,
        }
      : undefined,
  );
}

function FacesDocument() {
  const { slots } = useFacesSession();
  const face = usePictureSlotState(slots.face).photo;
  const picture = usePictureSlotState(slots.picture).photo;
  const name = [face?.name, picture?.name].filter(Boolean).join(' into ');
  if (name === '') return null;
  return (
    <ScreenDocument name={name}>
      <CommandMenuItem
        icon={<IconFolderOpen size={16} />}
        keys={FACES.openFace}
        label="Open face…"
      />
      <CommandMenuItem
        icon={<IconFolderOpen size={16} />}
        keys={FACES.openPicture}
        label="Open picture…"
      />
      <Menu.Item
        leftSection={<IconX size={16} />}
        onClick={() => {
          slots.face.set(undefined);
          slots.picture.set(undefined);
        }}
      >
        Close both
      </Menu.Item>
    </ScreenDocument>
  );
}

function FacesStatus({ job }: { readonly job: Job | undefined }) {
  const { shortcutKeys } = useKeyNames();
  const { blending, slots } = useFacesSession();
  const wellStates = [usePictureSlotState(slots.face), usePictureSlotState(slots.picture)];
  const open = useBlendState(blending, (state) => state.open);
  const areInputsShown = useFaces((state) => state.areInputsShown);
  const [output] = job?.outputs ?? [];
  if (open === undefined || output === undefined || areInputsShown) {
    if (wellStates.every(({ photo }) => photo === undefined)) return null;
    return (
      <StatusEnd>
        <KeyHint keys={shortcutKeys(FACES.crop)}>crop</KeyHint>
        <KeyHint keys={shortcutKeys(FACES.swap)}>swap</KeyHint>
      </StatusEnd>
    );
  }
  const { width, height } = open.described.base;
  return (
    <>
      <span>{`${width} × ${height} px`}</span>
      <span>{formatMegapixels(width, height)}</span>
      <span>{output.mediaType.replace(/^image\//u, '').toUpperCase()}</span>
      <StatusEnd>
        <KeyHint keys={['\\']}>hold for the picture</KeyHint>
        <KeyHint keys={shortcutKeys(FACES.side)}>face or picture</KeyHint>
      </StatusEnd>
    </>
  );
}

function ResultTray({ pages }: { readonly pages: JobPages }) {
  const { runs } = useFacesSession();
  const shown = useFaces(({ groupId, jobId }) => groupId ?? jobId);
  const selected = useFaces((state) => state.selected);
  const saving = useFaces((state) => state.saving);
  const { jobs } = pages;
  const entries = useMemo(() => runEntries(jobs), [jobs]);
  return (
    <RunTray
      screen="faces"
      label="Results"
      entries={entries}
      order={useMemo(() => runsInOrder(entries), [entries])}
      pages={pages}
      runs={runs}
      state={{ selected, saving }}
      openId={shown}
      renderEntry={(entry) =>
        entry.kind === 'run' ? (
          <ResultCard job={entry.job} />
        ) : (
          <GroupCard id={entry.id} jobs={entry.jobs} />
        )
      }
    />
  );
}

function useFacesIntake(): void {
  const session = useFacesSession();
  const { face, picture } = session.slots;

  const take = useTakeFaces();

  useFileIntake({
    label: 'Drop a face, a picture, or both',
    take: (files) => void take(files),
    refuse: (thrown) => session.runs.fail(thrown),
  });
  useIntent((intent) => {
    if (intent.kind === 'use-picture') {
      const slot = intent.as === 'face' ? face : picture;
      void slot.takePhoto(intent.photoId);
    }
    if (intent.kind === 'show-job') session.show(intent.jobId);
    if (intent.kind === 'fill-form' && intent.request.kind === 'merge-face') {
      session.show(undefined);
      void session.fill(intent.request);
    }
    if (intent.kind === 'take-files') void take(intent.files);
  });
}

function Faces() {
  const arePanelsShown = useScreenState('arePanelsShown');
  const pages = useJobPages('merge-face');
  const { jobs } = pages;
  const job = useShownRun(
    pages,
    useFaces((state) => state.jobId),
  );
  const groupId = useFaces((state) => state.groupId);
  const group = groupId === undefined ? [] : jobs.filter(({ runId }) => runId === groupId);
  const isLinked = useFaces((state) => state.isLinked);
  const areInputsShown = useFaces((state) => state.areInputsShown);
  const comparing = useComparing('split');
  const [link] = useState(createViewLink);
  usePersistedForm();
  useFacesIntake();
  useFacesCommands(pages);
  const { blending } = useFacesSession();
  const resultId = job !== undefined && job.outputs.length > 0 ? job.id : undefined;
  useEffect(() => {
    void blending.open(resultId === undefined ? undefined : { jobId: resultId, output: 0 });
  }, [blending, resultId]);
  const isMatrix = group.length > 0 && job === undefined;
  const shared = isLinked ? link : undefined;
  return (
    <>
      <FacesDocument />
      <Frame
        isStage
        toolbar={
          <WithPanels>
            <FacesToolbar job={job} group={group} comparing={comparing} pages={pages} />
          </WithPanels>
        }
        inspector={<FacesInspector job={job} jobs={jobs} />}
        tray={
          <WithPanels>
            <ResultTray pages={pages} />
          </WithPanels>
        }
        status={arePanelsShown && <FacesStatus job={job} />}
      >
        {isMatrix && !areInputsShown ? (
          <MatrixStage jobs={group} />
        ) : job === undefined || areInputsShown ? (
          <InputsStage link={shared} />
        ) : (
          <ResultStage job={job} link={shared} comparing={comparing} />
        )}
      </Frame>
    </>
  );
}
