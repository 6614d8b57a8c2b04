/** Settings: what of a training picture is uploaded beside its pixels. */
import { Stack, Switch, Title } from '@mantine/core';
import { useSetting, useUpdateSettings } from '../../../base/backend/settings.ts';

export function TrainingSettings() {
  const keepsCameraData = useSetting('trainingKeepsCameraData');
  const update = useUpdateSettings();
  return (
    <Stack gap="sm" component="section" aria-label="Training">
      <Title order={3} size="md">
        Training
      </Title>
      <Switch
        label="Upload camera data with training pictures"
        description="Place, date, author, comments, and small copies or films inside the file. Off by default: only the picture is uploaded, with its colours and rotation."
        checked={keepsCameraData}
        onChange={({ currentTarget }) => update({ trainingKeepsCameraData: currentTarget.checked })}
      />
    </Stack>
  );
}
