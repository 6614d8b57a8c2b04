/** What is said of a batch, in plain words. */
import type { Batch, BatchPlan } from '../../../../shared/contract/batch.ts';
import { formatCost, formatMegapixels, formatRoughly } from '../../../ui/format.ts';

export function batchTitle(operation: Batch['operation']): string {
  return operation === 'remove-text' ? 'Remove text' : 'Same mask';
}

export function countPhotos(count: number): string {
  return count === 1 ? '1 photo' : `${count} photos`;
}

export function countCalls(count: number): string {
  return count === 1 ? '1 call' : `${count} calls`;
}

/** Before the start: what would be sent, and what it costs. @param useStored kept answers are taken */
export function describePlan(plan: BatchPlan, useStored: boolean): string {
  const paid = plan.calls - (useStored ? plan.storedCalls : 0);
  const sent = `${countPhotos(plan.photos)} in ${countCalls(plan.calls)}, ${formatMegapixels(plan.pixels, 1)} in all.`;
  if (paid === 0)
    return `${sent} All answers are kept from before: nothing is sent, nothing is paid.`;
  const cost = useStored ? plan.costWithStored : plan.cost;
  const price =
    cost === undefined
      ? 'What it costs is not known: no price is set in the settings.'
      : `Expected cost ${formatCost(cost)}.`;
  return `${sent} ${price}`;
}

/** How far it is: "7 of 20 photos · 45 of 120 calls · about 8 minutes left". */
export function describeProgress(batch: Batch): string {
  const { photos, photosDone, calls, callsDone, remainingMilliseconds: left } = batch;
  const parts = [`${photosDone} of ${countPhotos(photos)}`, `${callsDone} of ${countCalls(calls)}`];
  if (batch.state === 'running' && left !== undefined && left > 0) {
    parts.push(`${formatRoughly(left)} left`);
  }
  return parts.join(' · ');
}

/** What the state means now, where progress alone does not say it. */
export function describeState(batch: Batch): string {
  const { state, callsUnderWay, callsFailed } = batch;
  switch (state) {
    case 'running':
      return callsFailed > 0 ? describeFailures(batch) : '';
    case 'paused': {
      const rest =
        callsUnderWay > 0
          ? `${countCalls(callsUnderWay)} still under way; nothing more leaves.`
          : 'Nothing leaves until you resume.';
      const why = batch.pausedBy === undefined ? '' : ` ${batch.pausedBy.message}`;
      return `Paused. ${rest}${why}`;
    }
    case 'stopped': {
      const rest = callsUnderWay > 0 ? ` ${countCalls(callsUnderWay)} still under way.` : '';
      return `Stopped.${rest}${callsFailed > 0 ? ` ${describeFailures(batch)}` : ''}`;
    }
    case 'done':
      return callsFailed > 0 || batch.photosFailed > 0 ? describeFailures(batch) : doneText(batch);
  }
}

function doneText({ cost }: Batch): string {
  return cost === undefined ? 'Done.' : `Done, for ${formatCost(cost)}.`;
}

/** "2 photos failed (3 calls). 1 call got no answer and may have been charged." */
function describeFailures({ photosFailed, callsFailed, callsUnknown }: Batch): string {
  const calls = callsFailed > photosFailed ? ` (${countCalls(callsFailed)})` : '';
  const who =
    photosFailed > 0
      ? `${countPhotos(photosFailed)} failed${calls}.`
      : `${countCalls(callsFailed)} failed.`;
  if (callsUnknown === 0) return who;
  return `${who} ${countCalls(callsUnknown)} got no answer and may have been charged; running again may pay for it twice.`;
}
