/** Loaded for tests and `npm run practice`, never by the program. */
import { z } from 'zod';
import { type Answer, invalidBody, jsonAnswer, refused } from '../answer.ts';
import { type Call, readJsonBytes, type Services } from '../call.ts';
import type { Intercept } from '../handle-request.ts';
import { tokenizer } from '../language/tokenizer.ts';
import { MONEY_PARTS } from '../ledger/entries.ts';
import { answerWith, type Fault, FAULT, FAULT_KINDS, hasSignedUrl } from './faults.ts';

/** Calls and bodies that are remembered, and bytes of a steering call's body. */
const MOST = { records: 2000, bodies: 20, bytes: 4 * 1024 * 1024 } as const;

/** Times are Unix milliseconds. */
export interface CallRecord {
  readonly id: number;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headersAt: number;
  answeredAt: number | null;
  /** HTTP status, or null while there is none. */
  status: number | null;
  outcome: 'running' | 'answered' | 'client gone';
}

/** Settings of the service; each field counts for calls that begin later. */
const STATE = z.strictObject({
  /** Seconds by which the service's clock is ahead of the computer's. */
  skewSeconds: z.int().optional(),
  /** Factor by which tasks are faster than the real ones. */
  taskSpeed: z.int().min(1).optional(),
  /** Speed of each language answer; 0 for no limit. */
  tokensPerSecond: z.number().min(0).optional(),
  /** 1/10000 USD; null for no end. */
  balance: z.int().nullable().optional(),
  billingRole: z.boolean().optional(),
});

export function createSteering(): Intercept {
  let faults: Fault[] = [];
  let removal = new AbortController();
  let records: CallRecord[] = [];
  let next = 1;
  const bodies = new Map<number, Uint8Array[]>();

  function record(call: Call): [CallRecord, Call] {
    const { request, response, url } = call;
    const own: CallRecord = {
      id: next++,
      method: request.method ?? '',
      path: url.pathname,
      query: url.search,
      headersAt: Date.now(),
      answeredAt: null,
      status: null,
      outcome: 'running',
    };
    records = [...records, own].slice(-MOST.records);
    response.on('close', () => {
      own.outcome = response.writableFinished ? 'answered' : 'client gone';
      own.answeredAt = Date.now();
    });
    const kept: Uint8Array[] = [];
    async function* chunks() {
      bodies.set(own.id, kept);
      for (const id of bodies.keys()) if (bodies.size > MOST.bodies) bodies.delete(id);
      for await (const chunk of call.chunks()) {
        kept.push(chunk);
        yield chunk;
      }
    }
    return [own, { ...call, chunks }];
  }

  function take(path: string, isWanted: (fault: Fault) => boolean): Fault | undefined {
    const found = faults.find(
      (each) =>
        isWanted(each) &&
        (each.path.endsWith('*') ? path.startsWith(each.path.slice(0, -1)) : path === each.path),
    );
    if (found !== undefined && --found.times <= 0) faults = faults.filter((each) => each !== found);
    return found;
  }

  async function steer(call: Call): Promise<Answer> {
    const [, , what = '', id = ''] = call.url.pathname.split('/');
    switch (`${call.request.method} ${what}`) {
      case 'POST faults': {
        const fault = await readFields(call, FAULT);
        if (!FAULT_KINDS.includes(fault.kind)) throw invalidBody(`No fault is a ${fault.kind}.`);
        faults = [...faults, fault];
        return jsonAnswer({ faults }, 201);
      }
      case 'DELETE faults':
        faults = [];
        removal.abort();
        removal = new AbortController();
        return jsonAnswer({ faults });
      case 'GET requests':
        if (id === '') return jsonAnswer({ requests: records });
        return bytesAnswer(Buffer.concat(bodies.get(Number(id)) ?? []));
      case 'DELETE requests':
        records = [];
        return jsonAnswer({ requests: records });
      case 'GET assets': {
        const asset = call.services.assets.list().find((each) => String(each.assets_id) === id);
        return bytesAnswer(call.services.storage.get(asset?.key ?? '')?.bytes ?? Buffer.alloc(0));
      }
      case 'GET state':
        return jsonAnswer(stateOf(call.services));
      case 'POST state':
        setState(call.services, await readFields(call, STATE));
        return jsonAnswer(stateOf(call.services));
      case 'POST tokens': {
        const { text } = await readFields(call, z.strictObject({ text: z.string() }));
        const ids = tokenizer.encode(text);
        return jsonAnswer({
          tokens: ids.map((token) => ({ id: token, label: tokenizer.label(token) })),
        });
      }
      default:
        throw refused(404, 'API_NOT_FOUND', 'There is no such steering call.');
    }
  }

  return async (call, answer) => {
    if (call.url.pathname.startsWith('/practice/')) return steer(call);
    const [own, recorded] = record(call);
    const { path } = own;
    const fault = take(path, ({ kind }) => kind !== 'expired-urls');
    const real = () => answer(recorded);
    const change = (each: Fault, given: typeof real) =>
      answerWith(each, given, recorded, removal.signal);
    let answered = await (fault === undefined ? real() : change(fault, real));
    const expired = take(path, (each) => each.kind === 'expired-urls' && hasSignedUrl(answered));
    if (expired !== undefined) answered = await change(expired, async () => answered);
    own.status = answered.status;
    return answered;
  };
}

/** @throws ServiceError 400 for a misspelt field, so that a test does not pass because nothing happened */
async function readFields<Schema extends z.ZodType>(call: Call, schema: Schema) {
  const text = Buffer.from(await readJsonBytes(call, MOST.bytes)).toString();
  const read = schema.safeParse(JSON.parse(text));
  if (read.success) return read.data;
  throw invalidBody(z.prettifyError(read.error));
}

function bytesAnswer(body: Uint8Array): Answer {
  return { status: 200, contentType: 'application/octet-stream', body };
}

function stateOf({ clock, tasks, assets }: Services) {
  return { now: clock.now(), tasks: tasks.list(), assets: assets.list() };
}

function setState(services: Services, wanted: z.infer<typeof STATE>): void {
  const { skewSeconds, taskSpeed, tokensPerSecond, balance, billingRole } = wanted;
  if (skewSeconds !== undefined) services.clock.skew = 1000 * skewSeconds;
  if (taskSpeed !== undefined) services.tasks.speed = taskSpeed;
  if (tokensPerSecond !== undefined) services.tokensPerSecond = tokensPerSecond;
  if (billingRole !== undefined) services.ledger.hasBillingRole = billingRole;
  if (balance === undefined) return;
  services.ledger.balance = balance === null ? null : BigInt(balance) * MONEY_PARTS;
}
