/** Remembers across restarts whether the upload queue runs, and what paused it. */
import { z } from 'zod';
import type { TrainingSummary } from '../../../../shared/contract/training.ts';
import type { AppError, AppErrorData } from '../../../../shared/errors/app-error.ts';
import { retryInBackground } from '../../service/common/background.ts';
import type { SettingsStore } from '../../library/settings/settings-store.ts';
import { appErrorSchema } from '../../../../shared/contract/common.ts';
import { storedJson } from '../../library/row-values.ts';

const SETTING = 'training-queue';

export function createUploadQueue(deps: {
  readonly settings: Pick<SettingsStore, 'getInternal' | 'setInternal'>;
  readonly log: (line: string) => void;
  readonly onChange: () => void;
}) {
  const { settings } = deps;
  let { isRunning, pausedBy } = readQueue(settings);

  function setRunning(next: boolean, error?: AppErrorData): void {
    isRunning = next;
    pausedBy = error;
    deps.onChange();
    save();
  }

  function save(): void {
    settings.setInternal(SETTING, JSON.stringify({ isRunning, pausedBy }));
  }

  function stop(error: AppError): void {
    const data = error.toData();
    isRunning = false;
    pausedBy = data;
    deps.onChange();
    retryInBackground('training: the queue', deps.log, () => {
      if (pausedBy === data) save();
    });
  }

  return {
    get isRunning(): boolean {
      return isRunning;
    },
    setRunning,
    stop,
    state: (): Pick<TrainingSummary['queue'], 'isRunning' | 'pausedBy'> => ({
      isRunning,
      pausedBy,
    }),
  };
}

const queueSchema = z.object({
  isRunning: z.boolean().optional(),
  pausedBy: appErrorSchema.optional(),
});

function readQueue(settings: Pick<SettingsStore, 'getInternal'>): {
  readonly isRunning: boolean;
  readonly pausedBy: AppErrorData | undefined;
} {
  const { isRunning = false, pausedBy } =
    storedJson(queueSchema, settings.getInternal(SETTING)) ?? {};
  return { isRunning, pausedBy };
}
