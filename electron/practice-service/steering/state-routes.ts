/**
 * The steering calls for the state of the service: tasks, webhooks, uploads, rate limits, the
 * clock.
 */
import { type Answer, jsonAnswer } from '../answer.ts';
import { refused } from '../errors.ts';
import { receiveFields } from './fields.ts';
import { type RateLimits, readRateLimit } from './rate-limits.ts';
import type { RequestContext, Route } from '../router.ts';

/** Calls that look at tasks, webhooks and uploads, and that set rate limits and the clock. */
export function stateRoutes(rateLimits: RateLimits): readonly Route[] {
  const listRateLimits = () => jsonAnswer({ rateLimits: rateLimits.list() });
  async function setRateLimit(context: RequestContext): Promise<Answer> {
    rateLimits.set(readRateLimit(await receiveFields(context)));
    return listRateLimits();
  }
  function clearRateLimits(): Answer {
    rateLimits.clear();
    return listRateLimits();
  }
  return [
    { method: 'GET', path: '/practice/tasks', handle: listTasks },
    { method: 'GET', path: '/practice/webhooks', handle: listWebhooks },
    { method: 'DELETE', path: '/practice/webhooks', handle: clearWebhooks },
    { method: 'GET', path: '/practice/assets', handle: listAssets },
    { method: 'GET', path: '/practice/assets/:id', handle: uploadedFile },
    { method: 'GET', path: '/practice/rate-limits', handle: listRateLimits },
    { method: 'POST', path: '/practice/rate-limits', handle: setRateLimit },
    { method: 'DELETE', path: '/practice/rate-limits', handle: clearRateLimits },
    { method: 'GET', path: '/practice/clock', handle: clock },
    { method: 'POST', path: '/practice/clock', handle: setClock },
  ];
}

const CLOCK_RANGES = {
  /** Seconds in either direction: ten years. */
  skew: 315_360_000,
  /** Times as fast as the real tasks. */
  speed: 1_000_000,
} as const;

function listTasks(context: RequestContext): Answer {
  return jsonAnswer({ tasks: context.services.tasks.list() });
}

function listWebhooks(context: RequestContext): Answer {
  return jsonAnswer({ webhooks: context.services.webhooks.list() });
}

function clearWebhooks(context: RequestContext): Answer {
  context.services.webhooks.clear();
  return jsonAnswer({ webhooks: [] });
}

function listAssets(context: RequestContext): Answer {
  return jsonAnswer({ assets: context.services.assets.list() });
}

/** The exact bytes of an uploaded training picture. */
function uploadedFile(context: RequestContext): Answer {
  const { assets, storage } = context.services;
  const asset = assets.list().find((each) => String(each.assets_id) === context.parameters['id']);
  const object = asset === undefined ? null : storage.get(asset.key);
  if (object === null) {
    throw refused(
      404,
      'FILE_NOT_KEPT',
      'Nothing was uploaded for this asset, or it is no longer kept.',
    );
  }
  return { status: 200, contentType: object.contentType, body: object.bytes };
}

function clock(context: RequestContext): Answer {
  const { clock, tasks } = context.services;
  return jsonAnswer({
    now: clock.now(),
    skewSeconds: clock.skewMilliseconds / 1000,
    taskSpeed: tasks.speed,
  });
}

async function setClock(context: RequestContext): Promise<Answer> {
  const { clock: serviceClock, tasks } = context.services;
  const fields = await receiveFields(context);
  const skew = fields.optionalInteger('skewSeconds', -CLOCK_RANGES.skew, CLOCK_RANGES.skew);
  const speed = fields.optionalInteger('taskSpeed', 1, CLOCK_RANGES.speed);
  fields.checkNothingLeft();
  if (skew !== null) serviceClock.setSkew(1000 * skew);
  if (speed !== null) tasks.setSpeed(speed);
  return clock(context);
}
