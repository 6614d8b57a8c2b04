import { createReadStream } from 'node:fs';
import { isFinalJobState } from '../../../../shared/contract/jobs.ts';
import type { RecipeStep } from '../../../../shared/contract/recipes.ts';
import { cancelled, type AppErrorData } from '../../../../shared/errors/app-error.ts';
import { hasFailed, lastOfEachRegion } from './job-ends.ts';
import type { StoredJob } from '../jobs/log/stored-job.ts';
import type { FileStep, RunFile, StoredRun } from './run-rows.ts';
import { moduleOf } from './steps/modules.ts';
import type { FileToWrite } from './steps/step.ts';
import { writeOutput } from './write-output.ts';
import { once } from '../../service/common/once.ts';
import type { RunDeps } from './run-deps.ts';

export function createStepEnds(deps: RunDeps) {
  const { store, photos, patches, jobs, tools, folders } = deps;

  function jobsOf(step: FileStep): readonly StoredJob[] {
    const joined = step.joinedJobIds.flatMap((id) => jobs.get(id) ?? []);
    return [...joined, ...jobs.ofRun(step.jobRunId)];
  }

  function mustGet({ runId, position }: RunFile): RunFile {
    const file = store.file(runId, position);
    if (file === undefined) throw cancelled();
    return file;
  }

  function endStep(
    file: RunFile,
    step: FileStep,
    end: Pick<FileStep, 'state'> & Partial<FileStep>,
    photoId: string | undefined = file.photoId,
  ): void {
    store.transaction(() => {
      const patchesAfter = photoId === undefined ? [] : patches.appliedIds(photoId);
      store.putStep({
        ...step,
        photoBefore: step.photoBefore ?? file.photoId,
        photoAfter: photoId,
        patchesAfter,
        error: undefined,
        ...end,
      });
      store.putFile({ ...file, state: 'ready', step: step.step + 1, photoId, error: undefined });
    });
  }

  async function takePicture(
    file: RunFile,
    step: FileStep,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<string> {
    const { id } = await photos.importOwn(bytes, file.name, (photoId) =>
      endStep(mustGet(file), step, { state: 'done', isChanged: true }, photoId),
    );
    return id;
  }

  /** For a step that continues, or has just ended. */
  function noteOutput(step: FileStep, output: FileStep['output']): void {
    const now = store.steps(step.runId, step.position)[step.step];
    if (now === undefined) return;
    const isBegun = now.state === 'waiting';
    const put = () =>
      store.putStep({ ...(isBegun ? step : now), state: isBegun ? 'started' : now.state, output });
    if (output?.part === undefined) store.unflushed(put);
    else put();
  }

  async function writeFile(
    run: StoredRun,
    file: RunFile,
    step: FileStep,
    { name, write }: FileToWrite,
  ): Promise<void> {
    await writeOutput({
      ...folders.outputPlace(run),
      name,
      key: step.jobRunId,
      before: step.output,
      write,
      note: (output) => noteOutput(step, output),
      end: (output) => endStep(mustGet(file), step, { state: 'done', isChanged: false, output }),
    });
  }

  async function end(settings: RecipeStep, file: RunFile, step: FileStep): Promise<void> {
    const last = lastOfEachRegion(jobsOf(step));
    const failed = last.find(hasFailed);
    if (failed !== undefined) {
      store.endFile(file, step, { state: 'failed', error: failed.error ?? UNKNOWN_END });
      return;
    }
    if (last.some(({ state }) => state === 'cancelled')) {
      store.endFile(file, step, { state: 'stopped' });
      return;
    }
    const end = (await moduleOf(settings).end?.(settings, last, tools)) ?? { is: 'same' };
    if (end.is === 'picture') {
      const bytes = 'path' in end ? createReadStream(end.path) : once(end.bytes);
      const photoId = await takePicture(file, step, bytes);
      await photos.ensureThumbnail(photoId); // Decodes it completely: a damaged answer fails here.
      return;
    }
    if (end.is === 'file') {
      const run = store.get(file.runId);
      if (run === undefined) return; // Removed meanwhile.
      await writeFile(run, file, step, end);
      return;
    }
    const after = file.photoId === undefined ? [] : patches.appliedIds(file.photoId);
    const isChanged = after.some((id) => !step.patchesBefore.includes(id));
    endStep(file, step, { state: 'done', isChanged });
  }

  function isOver(step: FileStep): boolean {
    const all = jobsOf(step);
    return all.length > 0 && all.every(({ state }) => isFinalJobState(state));
  }

  function followCalls(step: FileStep): void {
    const file = store.file(step.runId, step.position);
    if (file === undefined || file.step !== step.step) return;
    const state = isOver(step) ? 'ready' : 'calls';
    if (file.state === 'calls') {
      if (state === 'ready') store.unflushed(() => store.putFile({ ...file, state }));
    } else if (file.state === step.state && isRepeated(jobsOf(step))) {
      // Its failed calls were repeated by hand.
      store.transaction(() => {
        store.putStep({ ...step, state: 'started', error: undefined });
        store.putFile({ ...file, state, error: undefined });
      });
    }
  }

  return { jobsOf, isOver, followCalls, mustGet, endStep, takePicture, writeFile, end };
}

/** Whether the jobs of a failed or stopped step were replaced. */
function isRepeated(jobs: readonly StoredJob[]): boolean {
  const last = lastOfEachRegion(jobs);
  return last.length > 0 && !last.some((job) => hasFailed(job) || job.state === 'cancelled');
}

const UNKNOWN_END: AppErrorData = {
  kind: 'unexpected',
  message: 'This step ended without a result. Run it again.',
};
