import { invalidBody, ServiceError } from '../errors.ts';
import { readFault } from '../faults.ts';
import { limits } from '../limits.ts';
import { jsonAnswer, type Answer, type RequestContext, type Route } from '../router.ts';
import { sniffFormat } from '../pictures/raster.ts';

/** Prefix of the paths by which tests steer the service; they are neither logged nor faulted. */
export const practicePrefix = '/practice/';

export const practiceRoutes: readonly Route[] = [
  { method: 'GET', path: '/practice/faults', handle: listFaults },
  { method: 'POST', path: '/practice/faults', handle: addFault },
  { method: 'DELETE', path: '/practice/faults', handle: clearFaults },
  { method: 'GET', path: '/practice/requests', handle: listRequests },
  { method: 'DELETE', path: '/practice/requests', handle: clearRequests },
  { method: 'GET', path: '/practice/requests/:id/:file', handle: sentFile },
];

function listFaults(context: RequestContext): Answer {
  return jsonAnswer({ faults: context.services.faults.list() });
}

async function addFault(context: RequestContext): Promise<Answer> {
  const bytes = await context.readJsonBytes(limits.practiceBodyBytes);
  return jsonAnswer(context.services.faults.add(readFault(parse(bytes))), 201);
}

function clearFaults(context: RequestContext): Answer {
  context.services.faults.clear();
  return jsonAnswer({ faults: [] });
}

function listRequests(context: RequestContext): Answer {
  return jsonAnswer({ requests: context.services.log.list() });
}

function clearRequests(context: RequestContext): Answer {
  context.services.log.clear();
  return jsonAnswer({ requests: [] });
}

/** The exact bytes of a picture as they were received. */
function sentFile(context: RequestContext): Answer {
  const { id, file } = context.parameters;
  const files = context.services.log.files(id ?? '');
  const bytes = files?.[file ?? ''];
  if (bytes === undefined) {
    throw new ServiceError({
      status: 404,
      reason: 'FILE_NOT_KEPT',
      message: 'The files of this request are not kept (any more).',
    });
  }
  const format = sniffFormat(bytes);
  const contentType = format === 'unknown' ? 'application/octet-stream' : `image/${format}`;
  return { status: 200, contentType, body: bytes };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw invalidBody('The body is not valid JSON.');
  }
}
