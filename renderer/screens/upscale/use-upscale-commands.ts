/** No letter key spends money: letters prepare, `Mod+Enter` sends. */
import { useClosers } from '../../core/screen/closers.ts';
import { useCommands } from '../../core/commands/commands.ts';
import { pickFiles } from '../../features/files/file-input.ts';
import type { Job } from '../../../shared/contract/jobs.ts';
import { DEFAULT_SETTINGS } from '../../../shared/contract/default-settings.ts';
import { useSettings } from '../../core/backend/settings.ts';
import type { JobPages } from '../../features/jobs/use-job-pages.ts';
import { runCommands } from '../../features/runs/run-commands.ts';
import { pictureOf } from './model/results.ts';
import { saveResult } from './result/result-actions.ts';
import { useToggleTry } from './stage/use-toggle-try.ts';
import { isFramingPart, useUpscaleSession, useUpscaleState } from './session/index.ts';
import { useSendable } from './form/use-sendable.ts';

export function useUpscaleCommands(pages: JobPages): void {
  const session = useUpscaleSession();
  const state = useUpscaleState();
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
    {
      id: 'upscale.send',
      title: 'Upscale, or try the selected upscalers',
      group: 'Upscale',
      shortcuts: ['Mod+Enter'],
      obstacle: () => (isFramingPart(state()) ? undefined : obstacle),
      run: () => {
        if (isFramingPart(state())) {
          void session.tryUpscalers();
        } else void session.send(ready.map(({ id }) => id));
      },
    },
    {
      id: 'upscale.open',
      title: 'Add pictures…',
      group: 'Upscale',
      shortcuts: ['Mod+O'],
      run: () => pickFiles((files) => void session.pictures.add(files), undefined, true),
    },
    {
      id: 'upscale.try',
      title: 'Try upscalers on a part',
      group: 'Upscale',
      shortcuts: ['T'],
      obstacle: () =>
        session.slot.state.getState().photo === undefined ? 'Add a picture first' : undefined,
      run: toggleTry,
    },
    {
      id: 'upscale.compare',
      title: 'Compare the result',
      group: 'Results',
      shortcuts: ['W'],
      obstacle: needsResult,
      run: () => session.setCompared(!state().isCompared),
    },
    {
      id: 'upscale.save',
      title: 'Save result as PNG…',
      group: 'Results',
      shortcuts: ['Mod+S'],
      obstacle: needsResult,
      run() {
        const job = openJob();
        const output = job && pictureOf(job);
        if (job === undefined || output === undefined) return;
        const reference = { jobId: job.id, output: output.id };
        void saveResult(reference, 'png', settings, session);
      },
    },
    ...runCommands({
      screen: 'upscale',
      group: 'Results',
      noun: 'result',
      nextKeys: ['`'],
      order: jobs,
      runs: session.runs,
      pages,
      selected: () => state().selected,
      openId: () => state().openId,
      open: session.open,
      remove: (id) => void session.runs.remove([id]),
    }),
    {
      id: 'upscale.back',
      title: 'Back to the picture',
      group: 'Results',
      shortcuts: ['Escape'],
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
  ]);
}
