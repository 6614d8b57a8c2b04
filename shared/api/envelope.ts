/** Errors come with any HTTP status, so `code` is read first (specification, "Errors", 2). */
import {
  KEY_REJECTED,
  NO_CREDIT,
  SERVICE_FAILED,
  TASK_NOT_FOUND,
  type ErrorMeaning,
} from './error-reasons.ts';

interface EnvelopeCode {
  readonly name: string;
  readonly meaning: ErrorMeaning;
}

/** Every code except 0, `CodeNormal`. */
export const ENVELOPE_CODES: ReadonlyMap<number, EnvelopeCode> = new Map([
  [-1, { name: 'CodeInternalError', meaning: SERVICE_FAILED }],
  [
    1,
    {
      name: 'CodeInvalidJSON',
      meaning: {
        kind: 'rejected',
        message:
          'The service could not read the call. See “Details” for its reason, change the settings and try again.',
      },
    },
  ],
  [
    2,
    {
      name: 'CodeModelNotExist',
      meaning: {
        kind: 'rejected',
        message: 'The service does not know this model or upscaler. Select another one.',
      },
    },
  ],
  [3, { name: 'CodeTaskIdNotExist', meaning: TASK_NOT_FOUND }],
  [4, { name: 'CodeInvalidAuth', meaning: KEY_REJECTED }],
  [
    5,
    {
      name: 'CodeHostUnavailable',
      meaning: {
        kind: 'service-failed',
        message: 'The service has no free machine right now. Try again in a few minutes.',
        action: 'retry',
      },
    },
  ],
  [
    6,
    {
      name: 'CodeParamRangeOutOfLimit',
      meaning: {
        kind: 'rejected',
        message:
          'The service does not accept one of the values. See “Details” for its range, change the value and try again.',
      },
    },
  ],
  [7, { name: 'CodeCostBalanceFailure', meaning: NO_CREDIT }],
  [
    8,
    {
      name: 'CodeSamplerNotExist',
      meaning: {
        kind: 'rejected',
        message: 'The service does not know this sampler. Select another one.',
      },
    },
  ],
  [
    9,
    {
      name: 'CodeTimeout',
      meaning: {
        kind: 'service-failed',
        message: 'The service ran out of time. Try again in a moment, or use a smaller picture.',
        action: 'retry',
      },
    },
  ],
  [
    10,
    {
      name: 'CodeNotSupport',
      meaning: {
        kind: 'rejected',
        message: 'The service does not support these settings. Change them and try again.',
      },
    },
  ],
] satisfies readonly (readonly [number, EnvelopeCode])[]);

export function envelopeCode(code: string | undefined): EnvelopeCode | undefined {
  return code === undefined || code.trim() === '' ? undefined : ENVELOPE_CODES.get(Number(code));
}
