import { toAppError } from '../../../../shared/errors/app-error.ts';
import type { CallPhase } from '../../service/index.ts';
import type { JobKinds } from '../kinds/kinds.ts';
import type { JobBoard } from '../log/job-board.ts';
import type { StoredJob } from '../log/stored-job.ts';

/** Never throws: failing to record progress must not abort a paid call. */
export function followPhases(
  parts: {
    readonly kinds: JobKinds;
    readonly board: JobBoard;
    readonly log: (line: string) => void;
  },
  job: StoredJob,
): (phase: CallPhase) => void {
  const { board, kinds } = parts;
  // An answer that is not the result is short and needs no step.
  const hasSteps = kinds[job.kind].result === 'answer';
  let phaseSeen: CallPhase['phase'] = 'sending';
  return (phase) => {
    try {
      if (hasSteps && phase.phase !== phaseSeen) {
        if (phase.phase === 'waiting') board.step(job.id, { state: 'processing' });
        if (phase.phase === 'receiving') board.step(job.id, { state: 'downloading' });
      }
      phaseSeen = phase.phase;
      const fraction = hasSteps || phase.phase === 'sending' ? fractionOf(phase) : undefined;
      if (fraction !== undefined) board.note(job.id, { fraction });
    } catch (error) {
      parts.log(`job ${job.id}: ${phase.phase} is not noted: ${toAppError(error).message}`);
    }
  };
}

function fractionOf(phase: CallPhase): number | undefined {
  if (phase.phase === 'sending' && phase.totalBytes > 0) return phase.sentBytes / phase.totalBytes;
  if (phase.phase === 'receiving' && phase.totalBytes !== undefined && phase.totalBytes > 0) {
    return Math.min(1, phase.receivedBytes / phase.totalBytes);
  }
  return undefined;
}
