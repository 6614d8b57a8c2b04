/** A batch in words: its title, its plan, its progress and its state. */
import type { Batch, BatchPlan } from '../../../../shared/contract/batch.ts';
import { count, formatMegapixels, formatRoughly } from '../../../base/ui/format.ts';
import { formatMoney } from '../../../base/ui/money.ts';

export function batchTitle(operation: Batch['operation']): string {
  return operation === 'remove-text' ? 'Remove text' : 'Same mask';
}

/** Before the start: its calls and cost. @param useStored saved results take the place of calls */
export function describePlan(plan: BatchPlan, useStored: boolean): string {
  const paid = plan.calls - (useStored ? plan.storedCalls : 0);
  const sent = `${count(plan.photos, 'photo')} in ${count(plan.calls, 'call')}, ${formatMegapixels(plan.pixels, 1)} in total.`;
  if (plan.isPractice) return `${sent} Practice: free.`;
  if (paid === 0) return `${sent} Free: uses saved results.`;
  const cost = useStored ? plan.costWithStored : plan.cost;
  const price = cost === undefined ? 'Cost unknown.' : `Expected cost: ${formatMoney(cost)}.`;
  return `${sent} ${price}`;
}

/** A price would tell what it costs. @param useStored saved results take the place of calls */
export function lacksPrice(plan: BatchPlan, useStored: boolean): boolean {
  const paid = plan.calls - (useStored ? plan.storedCalls : 0);
  const cost = useStored ? plan.costWithStored : plan.cost;
  return !plan.isPractice && paid > 0 && cost === undefined;
}

/** How far it is: "7 of 20 photos · 45 of 120 calls · about 8 minutes left". */
export function describeProgress(batch: Batch): string {
  const { photos, photosDone, calls, callsDone, remainingMilliseconds: left } = batch;
  const parts = [
    `${photosDone} of ${count(photos, 'photo')}`,
    `${callsDone} of ${count(calls, 'call')}`,
  ];
  if (batch.state === 'running' && left !== undefined && left > 0) {
    parts.push(`${formatRoughly(left)} left`);
  }
  return parts.join(' · ');
}

/** The state in a sentence, where progress alone does not say it. */
export function describeState(batch: Batch): string {
  const { state, callsUnderWay, callsFailed } = batch;
  switch (state) {
    case 'running':
      return callsFailed > 0 ? describeFailures(batch) : '';
    case 'paused': {
      const rest =
        callsUnderWay > 0
          ? `${stillRunning(callsUnderWay)} No more calls are sent.`
          : 'Nothing is sent until you resume.';
      const why = batch.pausedBy === undefined ? '' : ` ${batch.pausedBy.message}`;
      return `Paused. ${rest}${why}`;
    }
    case 'stopped': {
      const rest = callsUnderWay > 0 ? ` ${stillRunning(callsUnderWay)}` : '';
      return `Stopped.${rest}${callsFailed > 0 ? ` ${describeFailures(batch)}` : ''}`;
    }
    case 'done':
      return callsFailed > 0 || batch.photosFailed > 0 ? describeFailures(batch) : doneText(batch);
  }
}

/** "1 call is still running." */
function stillRunning(calls: number): string {
  return `${count(calls, 'call')} ${calls === 1 ? 'is' : 'are'} still running.`;
}

/** "Text removed from 12 photos. Estimated cost: $6.00." */
function doneText({ operation, photos, cost, isPractice }: Batch): string {
  const done =
    operation === 'remove-text'
      ? `Text removed from ${count(photos, 'photo')}.`
      : `Cleaned up ${count(photos, 'photo')}.`;
  return cost === undefined || isPractice ? done : `${done} Estimated cost: ${formatMoney(cost)}.`;
}

/** "2 photos failed (3 calls). 1 call got no answer and may have been charged." */
function describeFailures(batch: Batch): string {
  const { photosFailed, callsFailed, callsUnknown, isPractice } = batch;
  const calls = callsFailed > photosFailed ? ` (${count(callsFailed, 'call')})` : '';
  const failed =
    photosFailed > 0
      ? `${count(photosFailed, 'photo')} failed${calls}.`
      : `${count(callsFailed, 'call')} failed.`;
  if (callsUnknown === 0) return failed;
  const unknown = `${failed} ${count(callsUnknown, 'call')} got no answer`;
  if (isPractice) return `${unknown}.`;
  return `${unknown} and may have been charged. Running again may charge you twice.`;
}
