/** Whether a pen's pressure changes the width of strokes. */
import { IconPencil } from '@tabler/icons-react';
import { useSetting, useUpdateSettings } from '../../../base/backend/settings.ts';
import { BarButton } from './BarButton.tsx';

export function PressureOption({ isDisabled }: { readonly isDisabled: boolean }) {
  const pressureChangesSize = useSetting('pressureChangesSize');
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
