/** Hands a screen's session the settings of the last one, as soon as they are there. */
import { useEffect } from 'react';
import type { Settings } from '../../../shared/contract/settings.ts';
import { useSettings } from '../../base/backend/settings.ts';

/** @param session takes them over once, however often it is told */
export function useRestored(session: { restore(settings: Settings): void }): void {
  const settings = useSettings();
  useEffect(() => {
    if (settings !== undefined) session.restore(settings);
  }, [session, settings]);
}
