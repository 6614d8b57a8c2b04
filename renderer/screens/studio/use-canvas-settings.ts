import { useEffect } from 'react';
import { backend } from '../../core/backend/client.ts';
import { useSettings } from '../../core/backend/settings.ts';
import { followSizes, useStudioSession } from './session/index.ts';

export function useCanvasSettings(): void {
  const session = useStudioSession();
  const core = session?.core;
  const settings = useSettings('maskColor', 'maskOpacity', 'pressureChangesSize');
  const maskColor = settings?.maskColor;
  const maskOpacity = settings?.maskOpacity;
  useEffect(() => {
    if (core === undefined || maskColor === undefined || maskOpacity === undefined) return;
    core.setMaskAppearance({ color: maskColor, opacity: maskOpacity });
  }, [core, maskColor, maskOpacity]);
  const pressureChangesSize = settings?.pressureChangesSize;
  useEffect(() => {
    if (pressureChangesSize !== undefined) core?.tools.setPressureChangesSize(pressureChangesSize);
  }, [core, pressureChangesSize]);
  useEffect(() => {
    if (session === undefined) return undefined;
    return followSizes(session.core, backend.screenState, session.showError);
  }, [session]);
}
