import type { AppErrorAction, AppErrorKind } from '../errors/app-error.ts';

export interface ErrorMeaning {
  readonly kind: AppErrorKind;
  readonly message: string;
  readonly action?: AppErrorAction;
}

export const KEY_REJECTED: ErrorMeaning = {
  kind: 'key-rejected',
  message: 'The service does not accept the API key.',
  action: 'open-settings',
};
export const BILLS_NOT_PERMITTED: ErrorMeaning = {
  kind: 'not-permitted',
  message:
    'This key has no access to the account’s bills, though it may work for everything else. Use a key with the billing role.',
  action: 'open-settings',
};
export const NO_CREDIT: ErrorMeaning = {
  kind: 'no-credit',
  message: 'Your account has no credit left. Add credit at the service, then run again.',
  action: 'retry',
};
export const TOO_LARGE: ErrorMeaning = {
  kind: 'too-large',
  message: 'The picture is too large for the service. Use a smaller part of it.',
};
const BAD_PICTURE: ErrorMeaning = {
  kind: 'rejected',
  message: 'The service can’t read this picture. Select another one.',
  action: 'choose-other-file',
};
export const RATE_LIMITED: ErrorMeaning = {
  kind: 'rate-limited',
  message:
    'The service asks Gesso to slow down: too many calls in a short time. Try again in a moment.',
  action: 'retry',
};
export const SERVICE_FAILED: ErrorMeaning = {
  kind: 'service-failed',
  message: 'The service failed while working on this.',
  action: 'retry',
};
export const NO_SUCH_FUNCTION: ErrorMeaning = {
  kind: 'not-the-service',
  message: 'The service does not offer this function. Check the service address.',
  action: 'open-settings',
};

export const TASK_NOT_FOUND: ErrorMeaning = {
  kind: 'not-found',
  message: 'The service no longer has this task. Run it again if you don’t have its result.',
};

export const REASONS: Readonly<Record<string, ErrorMeaning>> = {
  INVALID_REQUEST_BODY: {
    kind: 'rejected',
    message:
      'The service did not accept the call. See “Details” for its reason, change the settings and try again.',
  },
  IMAGE_FILE_EXCEEDS_MAX_SIZE: TOO_LARGE,
  IMAGE_EXCEEDS_MAX_RESOLUTION: TOO_LARGE,
  INVALID_IMAGE_FORMAT: BAD_PICTURE,
  INVALID_IMAGE_SIZE: {
    kind: 'rejected',
    message: 'The service does not accept a picture of this size. Resize it or select another one.',
    action: 'choose-other-file',
  },
  IMAGE_NO_FACE_DETECTED: {
    kind: 'rejected',
    message:
      'The service found no face in one of the pictures. Show the whole face, with some room around it.',
    action: 'choose-other-file',
  },
  ILLEGAL_IMAGE_CONTENT: {
    kind: 'rejected',
    message: 'The service’s content check rejected this picture. Select another one.',
    action: 'choose-other-file',
  },
  BILLING_BALANCE_NOT_ENOUGH: NO_CREDIT,
  NOT_ENOUGH_BALANCE: NO_CREDIT,
  BILLING_FAILED: {
    kind: 'no-credit',
    message: 'The service could not charge your account. Check its billing, then try again.',
    action: 'retry',
  },
  BILLING_AUTH_FAILED: BILLS_NOT_PERMITTED,
  API_NOT_ALLOWED: {
    kind: 'not-permitted',
    message: 'The API key has no permission for this function. Check the permissions of the key.',
    action: 'open-settings',
  },
  API_NOT_FOUND: NO_SUCH_FUNCTION,
  INVALID_API_KEY: KEY_REJECTED,
  MISSING_API_KEY: KEY_REJECTED,
  FAILED_TO_AUTH: KEY_REJECTED,
  RATE_LIMIT_EXCEEDED: RATE_LIMITED,
  TOKEN_LIMIT_EXCEEDED: {
    kind: 'rate-limited',
    message: 'Your account has used its tokens for this period. Try again later.',
    action: 'retry',
  },
  MODEL_NOT_FOUND: {
    kind: 'rejected',
    message: 'The service does not offer this model. Select another one.',
  },
  SERVICE_NOT_AVAILABLE: {
    kind: 'service-failed',
    message: 'The service is not available right now. Try again later.',
    action: 'retry',
  },
  CREATE_TASK_FAILED: SERVICE_FAILED,
  TASK_NOT_FOUND,
  GET_RESULT_FAILED: {
    kind: 'service-failed',
    message: 'The service could not fetch the result. Try again in a moment.',
    action: 'retry',
  },
  TASK_FAILED: SERVICE_FAILED,
  LIST_BILL_TOO_FAST: RATE_LIMITED,
  INVALID_PRODUCT_CATEGORY: {
    kind: 'rejected',
    message: 'The service does not know this category of bills. Select another one.',
  },
  INVALID_BILL_CYCLE: {
    kind: 'rejected',
    message: 'The service does not know this billing cycle. Select another one.',
  },
};
