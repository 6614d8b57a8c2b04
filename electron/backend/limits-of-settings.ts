import type { Settings } from '../../shared/contract/settings.ts';
import type { JobRates } from './work/jobs/job-works.ts';
import type { CallTimeouts } from './service/client/index.ts';

/** ms. */
export function limitsOf({ answerSilence, answerMinutes }: Settings): Partial<CallTimeouts> {
  const silence = answerSilence * 1000;
  return { answer: silence, silence, whole: answerMinutes * 60_000 };
}

export function ratesOf(settings: Settings): JobRates {
  const { concurrentCalls, imageCallsPerMinute, videoCallsPerMinute } = settings;
  return {
    concurrentCalls,
    perMinute: {
      image: imageCallsPerMinute,
      video: videoCallsPerMinute,
      upload: Number.POSITIVE_INFINITY,
    },
  };
}
