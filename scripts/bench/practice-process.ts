/** A practice service in a process of its own, so that its work and memory are not Gesso's. */
import { spawn } from 'node:child_process';
import { PROJECT } from '../../e2e/support/host-process.ts';

/** One request as the service saw it; times are Unix milliseconds. */
export interface ReceivedCleanup {
  readonly id: string;
  readonly path: string;
  readonly bodyAt: number | null;
  readonly answeredAt: number | null;
  readonly bodyBytes: number;
  readonly cleanup: { readonly image: SentPicture; readonly mask: SentPicture } | null;
}

/** An encoded picture. */
export interface SentPicture {
  readonly bytes: number;
  readonly format: string;
  readonly width: number | null;
  readonly height: number | null;
}

/** A running service. */
export interface PracticeProcess extends AsyncDisposable {
  readonly baseUrl: string;
  readonly key: string;
  /** Cleanups are refused once they have been received whole. */
  refuseCleanups(): Promise<void>;
  /** The first cleanup, as soon as it has been answered. */
  firstCleanup(): Promise<ReceivedCleanup>;
  /** The exact bytes of a picture that was received. */
  received(requestId: string, what: 'image' | 'mask'): Promise<Buffer>;
}

const WAITING = {
  /** Milliseconds between two looks. */
  every: 50,
  /** Looks before it is given up: two minutes. */
  looks: 2400,
} as const;

export async function startPracticeProcess(): Promise<PracticeProcess> {
  const key = 'gesso-bench-key';
  const script = 'electron/practice-service/main.ts';
  const child = spawn(process.execPath, [script, '--port', '0', '--key', key], {
    cwd: PROJECT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const baseUrl = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const found = /listening on (\S+)$/mu.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('close', () => reject(new Error('The practice service did not start.')));
  });

  async function call(path: string, body?: unknown): Promise<Response> {
    const response = await fetch(baseUrl + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return response;
  }

  return {
    baseUrl,
    key,
    async refuseCleanups() {
      const refusal = { code: 400, reason: 'INVALID_REQUEST_BODY', message: 'Not today.' };
      await call('/practice/faults', {
        path: '/v3/cleanup',
        kind: 'answer',
        status: 400,
        body: refusal,
        times: 1000,
      });
    },
    async firstCleanup() {
      for (let look = 0; look < WAITING.looks; look++) {
        const { requests } = (await (await call('/practice/requests')).json()) as {
          readonly requests: readonly ReceivedCleanup[];
        };
        const found = requests.find(({ path }) => path === '/v3/cleanup');
        if (found !== undefined && found.answeredAt !== null) return found;
        await new Promise((resolve) => {
          setTimeout(resolve, WAITING.every);
        });
      }
      throw new Error('No cleanup reached the practice service.');
    },
    async received(requestId, what) {
      const response = await call(`/practice/requests/${requestId}/${what}`);
      return Buffer.from(await response.arrayBuffer());
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
