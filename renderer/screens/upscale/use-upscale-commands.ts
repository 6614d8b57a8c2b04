/** No letter key spends money: letters prepare, `Mod+Enter` sends. */
import { useClosers } from '../../core/screen/closers.ts';
import { useCommands } from '../../core/commands/commands.ts';
import { bindCommands } from '../../core/commands/define-commands.ts';
import { pickFiles } from '../../features/files/file-input.ts';
import type { Job } from '../../../shared/contract/jobs.ts';
import { DEFAULT_SETTINGS } from '../../../shared/contract/settings.ts';
import { useSettings } from '../../core/backend/settings.ts';
import type { JobPages } from '../../features/jobs/use-job-pages.ts';
import { runCommands } from '../../features/runs/run-commands.ts';
import { UPSCALE, UPSCALE_RUNS } from './upscale-commands.ts';
import { pictureOf } from './model/results.ts';
import { saveResult } from './result/result-actions.ts';
import { isFramingPart, useUpscaleSession } from './session/index.ts';
import { useSendable } from './form/use-sendable.ts';
import { useToolbarViewer } from '../../viewer/stage/toolbar-zoom.tsx';
import { tryPartAround } from './model/try-part.ts';

/** Tries upscalers on the part in the middle of the view. */
export function useToggleTry(): () => void {
  const session = useUpscaleSession();
  const state = session.store.getState;
  const viewer = useToolbarViewer();
  return () => {
    const { photo } = session.slot.state.getState();
    if (photo === undefined) return;
    if (isFramingPart(state())) return session.setTryPart(undefined);
    const { view, stage, picture = photo } = viewer?.getSnapshot() ?? {};
    const share =
      view === undefined || stage === undefined
        ? { x: 0.5, y: 0.5 }
        : {
            x: (stage.width / 2 - view.x) / view.scale / picture.width,
            y: (stage.height / 2 - view.y) / view.scale / picture.height,
          };
    const middle = { x: share.x * photo.width, y: share.y * photo.height };
    session.setTryPart(tryPartAround(photo, middle));
  };
}

export function useUpscaleCommands(pages: JobPages): void {
  const session = useUpscaleSession();
  const state = session.store.getState;
  const settings = useSettings('exportQuality', 'exportLossless') ?? DEFAULT_SETTINGS;
  const { ready, obstacle } = useSendable();
  const { jobs } = pages;
  const toggleTry = useToggleTry();

  const openJob = (): Job | undefined => jobs.find(({ id }) => id === state().openId);
  const needsResult = (): string | undefined =>
    openJob() === undefined ? 'Open a result first' : undefined;

  useClosers([
    {
      layer: 'content',
      isOpen: () => state().openId !== undefined || state().tryIds !== undefined,
      close: () => session.open(undefined),
    },
    {
      layer: 'content',
      isOpen: () => state().tryPart !== undefined,
      close: () => session.setTryPart(undefined),
    },
  ]);
  useCommands([
    ...bindCommands(UPSCALE, {
      send: {
        obstacle: () => (isFramingPart(state()) ? session.triesObstacle() : obstacle),
        run: () => {
          if (isFramingPart(state())) void session.tryUpscalers();
          else void session.send(ready.map(({ id }) => id));
        },
      },
      open: () => pickFiles((files) => void session.pictures.add(files), undefined, true),
      try: {
        obstacle: () =>
          session.slot.state.getState().photo === undefined ? 'Add a picture first' : undefined,
        run: toggleTry,
      },
      compare: {
        obstacle: needsResult,
        run: () => session.store.setState({ isCompared: !state().isCompared }),
      },
      save: {
        obstacle: needsResult,
        run() {
          const job = openJob();
          const output = job && pictureOf(job);
          if (job === undefined || output === undefined) return;
          void saveResult({ jobId: job.id, output: output.id }, 'png', settings, session);
        },
      },
      back: {
        obstacle() {
          const { openId, tryIds, tryPart, selected } = state();
          const isShown = openId === undefined && tryIds === undefined && tryPart === undefined;
          return isShown && selected.length === 0 ? 'The picture is shown' : undefined;
        },
        run() {
          const { openId, tryIds, selected } = state();
          if (selected.length > 0) session.runs.select([]);
          else if (openId !== undefined || tryIds !== undefined) session.open(undefined);
          else session.setTryPart(undefined);
        },
      },
    }),
    ...runCommands(UPSCALE_RUNS, {
      noun: 'result',
      order: jobs,
      runs: session.runs,
      pages,
      selected: () => state().selected,
      openId: () => state().openId,
      open: session.open,
      remove: (id) => void session.runs.remove([id]),
    }),
  ]);
}
