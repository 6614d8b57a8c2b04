import { Switch } from '@mantine/core';
import { useSetting, useUpdateSettings } from '../../core/backend/settings.ts';
import { SettingGroup, SettingRow } from '../../core/ui/SettingRows.tsx';

export function TrainingSettings() {
  const keepsCameraData = useSetting('trainingKeepsCameraData');
  const update = useUpdateSettings();
  return (
    <SettingGroup>
      <SettingRow
        name="Upload camera data with training pictures"
        line="Place, date, author, comments, and small copies or films in the file"
        keywords="exif gps privacy"
      >
        {(id, lineId) => (
          <Switch
            id={id}
            aria-describedby={lineId}
            checked={keepsCameraData}
            onChange={({ currentTarget }) =>
              update({ trainingKeepsCameraData: currentTarget.checked })
            }
          />
        )}
      </SettingRow>
    </SettingGroup>
  );
}
