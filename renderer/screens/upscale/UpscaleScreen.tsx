/** Pictures enlarged: the pictures and the form at the left, the result in the middle, all results at the right. */
import { Group, Stack, Text } from '@mantine/core';
import { useScreenState } from '../../base/backend/screen-state.ts';
import { useFileIntake } from '../../work/files/file-intake.ts';
import { useJobPages } from '../../work/jobs/use-job-pages.ts';
import { RunSelection, SaveAllButton } from '../../work/runs/RunSelection.tsx';
import { useRestored } from '../../work/runs/use-restored.ts';
import { useIntent } from '../../base/screen/navigation.ts';
import { Inspector } from '../../base/frame/Inspector.tsx';
import { FormPanel } from './form/FormPanel.tsx';
import { ResultList } from './list/ResultList.tsx';
import { UpscaleProvider, useUpscale, useUpscaleSession } from './session/index.ts';
import { UpscaleStage } from './stage/UpscaleStage.tsx';
import classes from './Upscale.module.css';
import { useKeptForm } from './form/use-kept-form.ts';
import { useUpscaleCommands } from './commands/use-upscale-commands.ts';

export function UpscaleScreen() {
  return (
    <UpscaleProvider>
      <Upscale />
    </UpscaleProvider>
  );
}

function Upscale() {
  const session = useUpscaleSession();
  const arePanelsShown = useScreenState('arePanelsShown');
  const selected = useUpscale((state) => state.selected);
  const saving = useUpscale((state) => state.saving);
  const pages = useJobPages('upscale');
  useRestored(session, 'upscaleForm', 'upscalePhotoIds');
  useKeptForm();
  useFileIntake({
    label: 'Drop pictures to upscale them',
    take: (files) => void session.pictures.takeFiles(files),
    refuse: (thrown) => session.runs.fail(thrown),
  });
  useIntent((intent) => {
    if (intent.kind === 'use-picture') void session.well.takePhoto(intent.photoId);
    if (intent.kind === 'show-job') session.open(intent.jobId);
    if (intent.kind === 'fill-form' && intent.request.kind === 'upscale') {
      session.open(undefined);
      void session.fill(intent.request);
    }
    if (intent.kind === 'take-files') void session.pictures.takeFiles(intent.files);
  });
  useUpscaleCommands(pages);
  return (
    <div className={classes['upscale']}>
      {arePanelsShown && <FormPanel />}
      <div className={classes['stage']}>
        <UpscaleStage pages={pages} />
      </div>
      <Inspector
        label="Results"
        head={
          <Stack gap="xs">
            <Group justify="space-between">
              <Text component="h2" size="sm" fw={600}>
                Results
              </Text>
              <SaveAllButton runs={session.runs} pages={pages} saving={saving} />
            </Group>
            <RunSelection
              runs={session.runs}
              selected={selected}
              saving={saving}
              jobs={pages.jobs}
            />
          </Stack>
        }
      >
        <ResultList pages={pages} />
      </Inspector>
    </div>
  );
}
