import { Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { memo, useMemo } from 'react';
import { DEFAULT_UPSCALE_FORM } from '../../../../shared/contract/default-screen-state.ts';
import { useSetting, useUpdateSettings } from '../../../base/backend/settings.ts';
import { Inspector } from '../../../base/frame/Inspector.tsx';
import { Fold, Section } from '../../../base/ui/Form.tsx';
import { IconButton } from '../../../base/ui/IconButton.tsx';
import { Presets } from '../../../base/ui/Presets.tsx';
import { Source, useWellState } from '../../../pictures/wells/index.ts';
import { pickFiles } from '../../../work/files/file-input.ts';
import { problemsOf } from '../model/form.ts';
import { describeExpiry, describeRestoration } from '../model/form-words.ts';
import { ThisResult } from '../result/ThisResult.tsx';
import { useUpscale, useUpscaleSession } from '../session/index.ts';
import { PictureStrip } from './PictureStrip.tsx';
import { ResultRow } from './ResultRow.tsx';
import { SendBar } from './SendBar.tsx';
import { SizeRows } from './SizeRows.tsx';
import { TryFields } from './TryFields.tsx';
import { ExpiryField, RestorationFields, UpscalerFields } from './UpscalerFields.tsx';

export const UpscaleInspector = memo(function UpscaleInspector() {
  const session = useUpscaleSession();
  const { photo } = useWellState(session.well);
  const form = useUpscale((state) => state.form);
  const presets = useSetting('upscalePresets');
  const update = useUpdateSettings();
  const problems = useMemo(() => problemsOf(form), [form]);
  return (
    <Inspector
      label="Settings"
      head={
        <>
          <Text component="h2" size="sm" fw={600} flex={1}>
            Settings
          </Text>
          <Presets
            presets={presets}
            form={form}
            noun="settings"
            resetLabel="Reset settings"
            onKeep={(upscalePresets) => update({ upscalePresets })}
            onUse={session.change}
            onReset={() => session.change(DEFAULT_UPSCALE_FORM)}
          />
        </>
      }
      footer={<SendBar />}
    >
      <Section>
        <Source
          well={session.well}
          name="Picture"
          nothing="No picture"
          hint="Drop pictures to upscale them"
          onShow={() => session.open(undefined)}
          intercept={async (files) => {
            if (files.length < 2) return false;
            await session.pictures.add(files);
            return true;
          }}
          actions={
            <IconButton
              label="Add pictures…"
              icon={<IconPlus size={16} />}
              onClick={() =>
                pickFiles((files) => void session.pictures.add(files), undefined, true)
              }
            />
          }
        />
        <PictureStrip />
      </Section>
      <TryFields />
      <Section>
        <SizeRows form={form} problems={problems} />
        {photo !== undefined && <ResultRow form={form} photo={photo} />}
        <UpscalerFields form={form} problems={problems} />
      </Section>
      <Fold title="Restore faces" summary={describeRestoration(form)}>
        <RestorationFields form={form} problems={problems} />
      </Fold>
      <Fold title="Advanced" summary={describeExpiry(form)}>
        <ExpiryField form={form} problems={problems} />
      </Fold>
      <ThisResult />
    </Inspector>
  );
});
