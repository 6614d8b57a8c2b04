/** The practice service as its user starts it: `npm run practice -- --port 0 …`, a process of its own. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

/** The script that `npm run practice` starts. */
const MAIN = resolve(import.meta.dirname, '../../../electron/practice-service/main.ts');

export interface Service {
  /** `{base_url}` of the specification. */
  readonly url: string;
  readonly key: string;
  stop(): Promise<void>;
}

/** Starts a service before the tests of a file, and stops it after them. */
export function serviceOfFile(): Service {
  const service = {} as Service;
  beforeAll(async () => void Object.assign(service, await startService()));
  afterAll(() => service.stop());
  return service;
}

/**
 * Starts a service on a free port. Its tasks are a thousand times as fast as the real ones, and
 * language answers come without a pause, because no test checks how long they take.
 *
 * @throws Error with what the process printed when it does not listen
 */
async function startService(): Promise<Service> {
  const key = 'conformance-key';
  const child = spawn(process.execPath, [MAIN, '--port', '0', '--key', key, '--speed', '1000'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const url = await new Promise<string>((found, failed) => {
    const read = (text: string): void => {
      printed += text;
      const address = /^Practice service listening on (\S+)$/mu.exec(printed)?.[1];
      if (address !== undefined) found(address);
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    child.once('error', failed);
    child.once('close', () => failed(new Error(`The practice service did not start: ${printed}`)));
  });
  const service: Service = {
    url,
    key,
    async stop() {
      child.kill();
      await ended;
    },
  };
  await steer(service, '/practice/state', { tokensPerSecond: 0 });
  return service;
}

/** Uses one of the calls by which the practice service is set up or looked at. */
export async function steer(service: Service, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(service.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
