/** The Studio's sections of the Settings screen. */
import { CleanupSettings } from './CleanupSettings.tsx';
import { MaskSettings } from './MaskSettings.tsx';

export function StudioSettings() {
  return (
    <>
      <MaskSettings />
      <CleanupSettings />
    </>
  );
}
