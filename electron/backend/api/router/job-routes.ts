import { os } from '../../service/common/procedures.ts';
import type { RouterDeps } from './router-deps.ts';

export function jobRoutes(deps: RouterDeps) {
  const { jobs, saver } = deps;
  const { history } = jobs;
  return {
    cleanup: {
      plan: os.cleanup.plan.handler(({ input }) => jobs.planCleanup(input)),
      run: os.cleanup.run.handler(({ input }) => jobs.runCleanup(input, input.stored)),
      useStored: os.cleanup.useStored.handler(({ input }) => jobs.runCleanup(input, 'only')),
      edge: os.cleanup.edge.handler(({ input }) => deps.edges.of(input.photoId) ?? null),
      putEdge: os.cleanup.putEdge.handler(({ input }) =>
        deps.edges.put(input.photoId, input.edge ?? undefined),
      ),
      planPatchAgain: os.cleanup.planPatchAgain.handler(({ input }) =>
        jobs.patchAgain.plan(input.photoId, input.patchId, input.grow),
      ),
      runPatchAgain: os.cleanup.runPatchAgain.handler(({ input }) =>
        jobs.patchAgain.run(input.photoId, input.patchId, input.grow, input.stored),
      ),
    },
    removeText: {
      boxes: os.removeText.boxes.handler(({ input }) => deps.textBoxes.read(input.photoId)),
      saveBoxes: os.removeText.saveBoxes.handler(({ input }) =>
        deps.textBoxes.write(input.photoId, input.boxes),
      ),
      plan: os.removeText.plan.handler(({ input }) => jobs.planTextRemoval(input)),
      run: os.removeText.run.handler(({ input }) => jobs.runTextRemoval(input, input.stored)),
    },
    jobs: {
      list: os.jobs.list.handler(({ input }) => history.list(input)),
      entries: os.jobs.entries.handler(({ input }) => history.entries(input)),
      groups: os.jobs.groups.handler(({ input }) => history.groups(input.groupIds)),
      details: os.jobs.details.handler(({ input }) => history.details(input.jobId)),
      remove: os.jobs.remove.handler(({ input }) => history.remove(input)),
      restore: os.jobs.restore.handler(({ input }) => history.restore(input)),
      rate: os.jobs.rate.handler(({ input }) => history.rate(input.jobId, input.stars)),
      startSweep: os.jobs.startSweep.handler(({ input }) => jobs.startSweep(input)),
      cancelMany: os.jobs.cancelMany.handler(({ input }) => deps.cancelMany(input)),
      reorder: os.jobs.reorder.handler(({ input }) => jobs.reorder(input.jobId, input.beforeJobId)),
      start: os.jobs.start.handler(({ input }) => jobs.start(input)),
      startTogether: os.jobs.startTogether.handler(({ input }) =>
        jobs.startTogether(input.requests),
      ),
      watch: os.jobs.watch.handler(({ input }) => jobs.watch(input)),
      changes: os.jobs.changes.handler(({ input, signal }) =>
        jobs.changes(input.afterRevision, signal),
      ),
      cancel: os.jobs.cancel.handler(({ input }) => jobs.cancel(input.jobId)),
      acknowledge: os.jobs.acknowledge.handler(({ input }) => jobs.acknowledge(input.jobId)),
      runAgain: os.jobs.runAgain.handler(({ input }) => jobs.runAgain(input.jobId)),
      runRest: os.jobs.runRest.handler(({ input }) => jobs.runRest(input.runId)),
      lookAgain: os.jobs.lookAgain.handler(({ input }) => jobs.lookAgain(input.jobId)),
      pollNow: os.jobs.pollNow.handler(() => jobs.pollNow()),
      saveOutput: os.jobs.saveOutput.handler(({ input }) => deps.outputs.save(input, input.into)),
      showOutput: os.jobs.showOutput.handler(({ input }) => deps.outputs.show(input)),
      saveKeptAnswer: os.jobs.saveKeptAnswer.handler(({ input }) =>
        saver.saveKeptAnswer(input.jobId),
      ),
    },
  };
}
