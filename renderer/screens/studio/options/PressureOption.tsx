/** Whether a pen's pressure changes the width of strokes. */
import { IconPencil } from '@tabler/icons-react';
import { DEFAULT_SETTINGS } from '../../../../shared/contract/default-settings.ts';
import { useSettings, useUpdateSettings } from '../../../base/backend/settings.ts';
import { BarButton } from './BarButton.tsx';

export function PressureOption({ isDisabled }: { readonly isDisabled: boolean }) {
  const { pressureChangesSize } = useSettings() ?? DEFAULT_SETTINGS;
  const update = useUpdateSettings();
  return (
    <BarButton
      label="Pen pressure changes the size"
      icon={<IconPencil size={18} />}
      isPressed={pressureChangesSize}
      isDisabled={isDisabled}
      onClick={() => update({ pressureChangesSize: !pressureChangesSize })}
    />
  );
}
