/** Pictures enlarged: the pictures and the form at the left, the result in the middle, all results at the right. */
import { Text } from '@mantine/core';
import { useEffect } from 'react';
import { DEFAULT_SETTINGS } from '../../../shared/contract/default-settings.ts';
import { useSettings } from '../../base/backend/settings.ts';
import { useFileIntake } from '../../work/files/file-intake.ts';
import { useJobPages } from '../../work/jobs/use-job-pages.ts';
import { useIntent } from '../../base/screen/navigation.ts';
import { ScreenPanel } from '../../base/screen/ScreenPanel.tsx';
import { FormPanel } from './form/FormPanel.tsx';
import { ResultList } from './list/ResultList.tsx';
import { UpscaleProvider, useUpscaleSession } from './session/index.ts';
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
  const settings = useSettings();
  const { arePanelsShown } = settings ?? DEFAULT_SETTINGS;
  const pages = useJobPages('upscale');
  useEffect(() => {
    if (settings !== undefined) session.restore(settings);
  }, [session, settings]);
  useKeptForm();
  useFileIntake({
    label: 'Drop pictures to upscale them',
    take: (files) => void session.pictures.takeFiles(files),
    refuse: (thrown) => session.fail(thrown),
  });
  useIntent((intent) => {
    if (intent.kind === 'use-picture') void session.well.takePhoto(intent.photoId);
    if (intent.kind === 'show-job') session.open(intent.jobId);
    if (intent.kind === 'take-files') void session.pictures.takeFiles(intent.files);
  });
  useUpscaleCommands(pages);
  return (
    <div className={classes['upscale']}>
      {arePanelsShown && <FormPanel />}
      <div className={classes['stage']}>
        <UpscaleStage pages={pages} />
      </div>
      <ScreenPanel
        label="Results"
        head={
          <Text component="h2" size="sm" fw={600}>
            Results
          </Text>
        }
      >
        <ResultList pages={pages} />
      </ScreenPanel>
    </div>
  );
}
