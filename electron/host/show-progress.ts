/** Total progress on the taskbar button and dock icon. */
import type { App } from 'electron';
import type { HostPorts, WorkProgress } from '../backend/service/common/ports.ts';
import type { WindowKeeper } from './window-keeper.ts';

/** Electron's values for `setProgressBar`. */
const BAR = { none: -1, indeterminate: 2 } as const;

export interface ShownProgress {
  readonly show: NonNullable<HostPorts['showProgress']>;
  running(): number;
}

/** The dock icon shows the number of running tasks, where there is one. */
export function createShowProgress(
  app: Pick<App, 'setBadgeCount'>,
  window: Pick<WindowKeeper, 'setProgress'>,
): ShownProgress {
  let running = 0;
  return {
    show(progress) {
      running = progress?.running ?? 0;
      window.setProgress(barOf(progress));
      app.setBadgeCount(running);
    },
    running: () => running,
  };
}

function barOf(progress: WorkProgress | undefined): number {
  if (progress === undefined) return BAR.none;
  return progress.fraction === undefined ? BAR.indeterminate : Math.min(1, progress.fraction);
}
