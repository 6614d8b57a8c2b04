import { Button, Text } from '@mantine/core';
import { IconCrop } from '@tabler/icons-react';
import { memo, useMemo } from 'react';
import { VIDEO_LIMITS } from '../../../../shared/parameters/video-parameters.ts';
import type { VideoForm } from '../../../../shared/contract/video-form.ts';
import { DEFAULT_VIDEO_FORM } from '../../../../shared/contract/default-screen-state.ts';
import { useSetting, useUpdateSettings } from '../../../core/backend/settings.ts';
import { Inspector } from '../../../core/frame/Inspector.tsx';
import { Fold, Section } from '../../../core/ui/Form.tsx';
import { IconButton } from '../../../core/ui/IconButton.tsx';
import { Presets } from '../../../core/ui/Presets.tsx';
import { PictureSlotField } from '../../../viewer/slots/index.ts';
import { useOwnFiles } from '../commands/use-own-files.ts';
import { problemsOf } from '../model/form.ts';
import { useFramePlan } from '../picture/use-frame-plan.ts';
import { useVideo, useVideoSession } from '../session/index.ts';
import { AdvancedFields } from './AdvancedFields.tsx';
import { ClipFields } from './ClipFields.tsx';
import { FitFields } from './FitFields.tsx';
import { SendBar } from './SendBar.tsx';
import { SweepFold } from './SweepFields.tsx';

export const VideoInspector = memo(function VideoInspector() {
  const session = useVideoSession();
  const form = useVideo((state) => state.form);
  const presets = useSetting('videoPresets');
  const update = useUpdateSettings();
  const problems = useMemo(() => problemsOf(form), [form]);
  const takeOwnFile = useOwnFiles();
  const showPicture = (): void => session.clips.showPictureLarge(true);
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
            onKeep={(videoPresets) => update({ videoPresets })}
            onUse={session.change}
            onReset={() => session.change(DEFAULT_VIDEO_FORM)}
          />
        </>
      }
      footer={<SendBar />}
    >
      <Section>
        <PictureSlotField
          slot={session.slot}
          name="Picture"
          nothing="No picture"
          hint="Drop a picture here"
          intercept={takeOwnFile}
          onShow={showPicture}
          actions={
            <IconButton
              label="Crop"
              tip="Crop: move the frame on the picture"
              icon={<IconCrop size={16} />}
              onClick={() => {
                session.change({ padding: null, resizeMode: 'CROP_TO_ASPECT_RATIO' });
                showPicture();
              }}
            />
          }
        >
          <FrameActions />
        </PictureSlotField>
        <FitFields form={form} />
      </Section>
      <Section>
        <ClipFields form={form} problems={problems} />
      </Section>
      <SweepFold />
      <Fold title="Advanced" summary={advancedInWords(form)}>
        <AdvancedFields form={form} problems={problems} />
      </Fold>
    </Inspector>
  );
});

function FrameActions() {
  const session = useVideoSession();
  const plan = useFramePlan();
  const isAskedFor = useVideo((state) => state.maxSide !== undefined);
  if (plan === undefined) return null;
  const isMoved = plan.part.width < plan.photo.width || plan.part.height < plan.photo.height;
  const isReduced = isAskedFor && plan.preparation.padding === undefined;
  if (!isMoved && !isReduced) return null;
  return (
    <div>
      {isMoved && (
        <Button
          size="xs"
          title="The frame stands where the faces, the main object or your hand put it."
          onClick={() => session.centreFrame()}
        >
          Centre the frame
        </Button>
      )}
      {isReduced && (
        <Button size="xs" onClick={() => session.sendWhole()}>
          Don’t reduce
        </Button>
      )}
    </div>
  );
}

function advancedInWords({ responseType, interpolation, webhookUrl }: VideoForm): string {
  return [
    (responseType ?? 'mp4').toUpperCase(),
    `${VIDEO_LIMITS[interpolation === true ? 'interpolatedFramesPerSecond' : 'framesPerSecond']} frames a second`,
    ...(webhookUrl.trim() === '' ? [] : ['webhook']),
  ].join(', ');
}
