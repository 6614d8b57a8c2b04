/** Appears once a pen was detected. */
import { IconPencil } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useSetting, useUpdateSettings } from '../../../base/backend/settings.ts';
import { BarButton } from './BarButton.tsx';

export function PressureOption({ isDisabled }: { readonly isDisabled: boolean }) {
  const pressureChangesSize = useSetting('pressureChangesSize');
  const update = useUpdateSettings();
  return (
    <BarButton
      label="Pen pressure changes the size"
      icon={<IconPencil size={16} />}
      isPressed={pressureChangesSize}
      isDisabled={isDisabled}
      onClick={() => update({ pressureChangesSize: !pressureChangesSize })}
    />
  );
}

/** @returns whether a pen was detected since mounting */
export function useHasPen(): boolean {
  const [hasPen, setHasPen] = useState(false);
  useEffect(() => {
    if (hasPen) return undefined;
    const controller = new AbortController();
    window.addEventListener(
      'pointerover',
      ({ pointerType }) => {
        if (pointerType === 'pen') setHasPen(true);
      },
      { capture: true, signal: controller.signal },
    );
    return () => controller.abort();
  }, [hasPen]);
  return hasPen;
}
