/** The steering calls for faults, and for a look at the requests of the past. */
import { type Answer, jsonAnswer } from '../answer.ts';
import { refused } from '../errors.ts';
import { receiveFields } from './fields.ts';
import { type FaultStore, readFault } from './faults.ts';
import type { RequestLog } from './request-log.ts';
import type { RequestContext, Route } from '../router.ts';
import { sniffFormat } from '../pictures/raster.ts';

/** Calls that ask for faults and that look at the requests of the past. */
export function callRoutes(faults: FaultStore, log: RequestLog): readonly Route[] {
  const listFaults = () => jsonAnswer({ faults: faults.list() });
  const listRequests = () => jsonAnswer({ requests: log.list() });
  async function addFault(context: RequestContext): Promise<Answer> {
    return jsonAnswer(faults.add(readFault(await receiveFields(context))), 201);
  }
  function clearFaults(): Answer {
    faults.clear();
    return listFaults();
  }
  function clearRequests(): Answer {
    log.clear();
    return listRequests();
  }
  return [
    { method: 'GET', path: '/practice/faults', handle: listFaults },
    { method: 'POST', path: '/practice/faults', handle: addFault },
    { method: 'DELETE', path: '/practice/faults', handle: clearFaults },
    { method: 'GET', path: '/practice/requests', handle: listRequests },
    { method: 'DELETE', path: '/practice/requests', handle: clearRequests },
    {
      method: 'GET',
      path: '/practice/requests/:id/:file',
      handle: (context) => sentFile(log, context),
    },
  ];
}

/** The exact bytes of a picture as they were received. */
function sentFile(log: RequestLog, context: RequestContext): Answer {
  const { id, file } = context.parameters;
  const files = log.files(id ?? '');
  const bytes = files?.[file ?? ''];
  if (bytes === undefined) {
    throw refused(404, 'FILE_NOT_KEPT', 'The files of this request are not kept.');
  }
  const format = sniffFormat(bytes);
  const contentType = format === 'unknown' ? 'application/octet-stream' : `image/${format}`;
  return { status: 200, contentType, body: bytes };
}
