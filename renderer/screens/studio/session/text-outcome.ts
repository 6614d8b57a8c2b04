import { isFinalJobState, type Job } from '../../../../shared/contract/jobs.ts';
import { connectedGroups, paintedCells } from '../../../../shared/geometry/mask-cells.ts';
import { uniteTiles } from '../../../../shared/mask/unite-tiles.ts';
import { count } from '../../../base/ui/format.ts';
import { boxesOf } from '../model/block-boxes.ts';
import { boxesOfJob } from './taken-boxes.ts';
import { photoIdOf } from '../model/job-subject.ts';
import type { OpenWork, SessionContext } from './session-context.ts';
import { rectsWithout } from '../../../../shared/geometry/rect.ts';

/** Returns `undefined` if a box was drawn by hand or the whole photo sent. */
function linesTaken(
  { stores }: Pick<SessionContext, 'stores'>,
  jobs: readonly Job[],
): number | undefined {
  const boxes = jobs.flatMap(boxesOfJob);
  const blocks = stores.selecting.getState().text ?? [];
  const sent = blocks.filter((block) => boxesOf(block, boxes).length > 0);
  const own = sent.flatMap((block) => boxesOf(block, boxes));
  if (boxes.length === 0 || rectsWithout(boxes, own).length > 0) return undefined;
  return sent.reduce((sum, block) => sum + block.lines.length, 0);
}

/** Reports after the last call in how many places the photo changed, if any. */
export async function sayTextRemoved(
  context: Pick<SessionContext, 'jobs' | 'media' | 'say' | 'stores' | 'work'>,
  current: OpenWork,
  ended: Job,
): Promise<void> {
  if (ended.kind !== 'remove-text' || ended.batchId !== undefined) return;
  const jobs = [...context.jobs.all().values()].filter(
    (job) => job.id === ended.id || (job.runId !== undefined && job.runId === ended.runId),
  );
  const isOver = jobs.every(({ state }) => isFinalJobState(state));
  if (!isOver || jobs.some((job) => photoIdOf(job) !== current.photoId)) return;
  const ids = new Set(jobs.map(({ id }) => id));
  const results = context.stores.studio.getState().patches.filter(({ jobId }) => ids.has(jobId));
  if (results.length === 0) return;
  const lines = linesTaken(context, jobs);
  if (lines !== undefined) {
    context.say(`Text removed in ${count(lines, 'line')}.`, 'done');
    return;
  }
  const masks = await Promise.all(results.map(({ maskUrl }) => context.media.loadMask(maskUrl)));
  const places = connectedGroups(paintedCells(uniteTiles(masks))).length;
  if (context.work() === current) {
    context.say(`Text removed in ${count(places, 'place')}.`, 'done');
  }
}
