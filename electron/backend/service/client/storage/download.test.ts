import { readdir, readFile, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { hashOf } from '../../../../testing/hash-of.ts';
import type { CallPhase } from '../http/exchange.ts';
import { BENCH_KEY, failureOf, startClientBench } from '../testing/client-bench.ts';
import { fakePng } from '../testing/pictures.ts';
import { answering, startQuirkyServer, type Behaviour } from '../testing/quirky-server.ts';
import type { DownloadOptions } from './download.ts';

const FILE = fakePng(300_000);

async function start(behaviour: Behaviour, options: Parameters<typeof startClientBench>[1] = {}) {
  const bench = await startClientBench(behaviour, options);
  const fetch = (path = '/o.png?X-Amz-Signature=abc', change: Partial<DownloadOptions> = {}) =>
    bench.client.download(new URL(path, bench.server.baseUrl).href, {
      answerPath: join(bench.folder, 'result'),
      maxBytes: 10_000_000,
      accept: ['png', 'mp4'],
      ...change,
    });
  const failure = async (path?: string, change?: Partial<DownloadOptions>) => {
    const error = await failureOf(fetch(path, change));
    expect(await readdir(bench.folder), 'nothing is left').toEqual([]);
    expect(JSON.stringify(error.toData()) + bench.logged.join()).not.toMatch(/canary|abc/u);
    return error;
  };
  return { ...bench, fetch, failure };
}

/** @param counts for each break, the bytes that `onPhase` had counted by then */
function breakingFile(counts: readonly number[], headers: Record<string, string>) {
  const left = [...counts];
  let breaksAt = Infinity;
  let breakOff = () => {};
  const behaviour: Behaviour = (request, response) => {
    const from = Number(/bytes=(\d+)-/u.exec(request.headers.range ?? '')?.[1] ?? 0);
    const isSame = from > 0 && request.headers['if-range'] === (headers['etag'] ?? '');
    const start = isSame ? from : 0;
    const part = FILE.subarray(start);
    const range = { 'content-range': `bytes ${start}-${FILE.length - 1}/${FILE.length}` };
    const length = { 'content-length': String(part.length) };
    response.writeHead(isSame ? 206 : 200, { ...length, ...headers, ...(isSame ? range : {}) });
    const count = left.shift();
    if (count === undefined) {
      response.end(part);
      return;
    }
    breaksAt = start + count;
    breakOff = () => request.socket.destroy();
    response.write(part.subarray(0, count));
  };
  const onPhase = (phase: CallPhase) => {
    if (phase.phase !== 'receiving' || phase.receivedBytes !== breaksAt) return;
    breaksAt = Infinity;
    breakOff();
  };
  return { behaviour, onPhase };
}

describe('a download', () => {
  it('S24 S35 arrives complete, without the key, readable by the user alone', async () => {
    const bench = await start(answering(200, FILE, { 'content-type': 'text/plain' }));
    const phases: CallPhase[] = [];
    const received = await bench.fetch('/o.png?X-Amz-Signature=abc', {
      onPhase: (phase) => phases.push(phase),
    });
    const path = join(bench.folder, 'result');
    expect(received).toEqual({
      path,
      byteLength: FILE.length,
      hash: hashOf(FILE),
      kind: 'png',
      mediaType: 'image/png',
    });
    expect(await readFile(path)).toEqual(FILE);
    expect((await stat(path)).mode & 0o077).toBe(0);
    expect(await readdir(bench.folder)).toEqual(['result']);
    const { headers, url } = bench.server.seen[0] ?? {};
    expect(url).toBe('/o.png?X-Amz-Signature=abc');
    expect(headers).not.toHaveProperty('authorization');
    expect(JSON.stringify(headers)).not.toContain(BENCH_KEY);
    expect(phases.at(-1)).toEqual({
      phase: 'receiving',
      receivedBytes: FILE.length,
      totalBytes: FILE.length,
    });
    expect(bench.logged.join()).toMatch(/^storage: GET 127\.0\.0\.1:\d+ 200 in \d+ ms$/u);
  });

  it('resumes where it broke off when the file is unchanged', async () => {
    const file = breakingFile([100_000, 50_000], { etag: '"v1"' });
    const bench = await start(file.behaviour);
    const counts: number[] = [];
    const { byteLength, hash } = await bench.fetch(undefined, {
      onPhase: (phase) => {
        if (phase.phase === 'receiving') counts.push(phase.receivedBytes);
        file.onPhase(phase);
      },
    });
    expect(byteLength).toBe(FILE.length);
    expect(hash).toBe(hashOf(FILE));
    expect(await readFile(join(bench.folder, 'result'))).toEqual(FILE);
    const ranges = bench.server.seen.map(({ headers }) => [headers.range, headers['if-range']]);
    expect(ranges).toEqual([
      [undefined, undefined],
      ['bytes=100000-', '"v1"'],
      ['bytes=150000-', '"v1"'],
    ]);
    expect(counts.toSorted((a, b) => a - b)).toEqual(counts);
  });

  it('restarts when the storage cannot confirm that the file is unchanged', async () => {
    const unsure: readonly Record<string, string>[] = [{}, { etag: 'W/"weak"' }];
    for (const headers of unsure) {
      const { behaviour, onPhase } = breakingFile([100_000], headers);
      const bench = await start(behaviour);
      const { hash } = await bench.fetch(undefined, { onPhase });
      expect(hash).toBe(hashOf(FILE));
      expect(await readFile(join(bench.folder, 'result'))).toEqual(FILE);
      const ranges = bench.server.seen.map((request) => request.headers.range);
      expect(ranges).toEqual([undefined, undefined]);
    }
  });

  it('restarts when the file has changed, or when another range arrives', async () => {
    const first = breakingFile([100_000], { etag: '"v1"' });
    const changed = await start((request, response) => {
      if (request.headers.range === undefined) return first.behaviour(request, response);
      response.writeHead(200, { etag: '"v2"' }).end(FILE.subarray(0, 50_000));
    });
    await changed.fetch(undefined, { onPhase: first.onPhase });
    expect(await readFile(join(changed.folder, 'result'))).toEqual(FILE.subarray(0, 50_000));

    const second = breakingFile([100_000], { etag: '"v1"' });
    const other = await start((request, response) => {
      if (request.headers.range === undefined) return second.behaviour(request, response);
      response.writeHead(206, { 'content-range': 'bytes 0-9/10' }).end('0123456789');
    });
    const error = await other.failure(undefined, { onPhase: second.onPhase });
    expect(error).toMatchObject({ kind: 'bad-answer' });
  });

  it('starts again when a file of unknown length broke off at its very end', async () => {
    const asked: (string | undefined)[] = [];
    let breakOff = () => {};
    const bench = await start((request, response) => {
      asked.push(request.headers.range);
      if (request.headers.range !== undefined) {
        response.writeHead(416, { 'content-range': `bytes */${FILE.length}` }).end();
        return;
      }
      response.writeHead(200, { etag: '"v1"' }); // In chunks, without a length.
      if (asked.length > 1) {
        response.end(FILE);
        return;
      }
      breakOff = () => request.socket.destroy();
      response.write(FILE);
    });
    const { hash } = await bench.fetch(undefined, {
      onPhase(phase) {
        const isWhole = phase.phase === 'receiving' && phase.receivedBytes === FILE.length;
        if (isWhole && asked.length === 1) breakOff();
      },
    });
    expect(hash).toBe(hashOf(FILE));
    expect(asked).toEqual([undefined, `bytes=${FILE.length}-`, undefined]);
  });

  it('waits and retries like any GET, then reports the error', async () => {
    let calls = 0;
    const bench = await start((request, response) => {
      calls += 1;
      return answering(calls < 3 ? 503 : 200, FILE)(request, response);
    });
    await bench.fetch();
    expect(calls).toBe(3);
    const down = await start(answering(500, '<Error><Code>InternalError</Code></Error>'));
    expect(await down.failure()).toMatchObject({
      kind: 'service-failed',
      details: { storageCode: 'InternalError', status: 500 },
    });
    expect(down.server.seen).toHaveLength(4);
  });

  it.each([
    [403, 'AccessDenied'],
    [403, 'SignatureDoesNotMatch'],
    [404, 'NoSuchKey'],
    [400, 'ExpiredToken'],
    [410, undefined],
  ])('reports an expired address, with %i and the code %s', async (status, storageCode) => {
    const xml = `<?xml version="1.0"?><Error><Code>${storageCode}</Code></Error>`;
    const bench = await start(answering(status, storageCode === undefined ? '' : xml));
    const error = await bench.failure();
    expect(error).toMatchObject({ kind: 'expired', details: { status } });
    expect(error.details?.['storageCode']).toBe(storageCode);
    expect(bench.server.seen).toHaveLength(1);
  });

  it.each([
    ['<!DOCTYPE html><title>Sign in</title>', 'A web page came'],
    ['<?xml version="1.0"?><Error><Code>X</Code></Error>', 'neither a picture nor a video'],
    ['{"error":"no"}', 'neither a picture nor a video'],
    ['GIF89a0123456789', 'unexpected kind (gif)'],
    ['', 'it is empty'],
    ['<p>', 'A web page came'],
  ])('rejects content that is no result: %s', async (body, words) => {
    const bench = await start(answering(200, body));
    const message = expect.stringContaining(words) as string;
    expect(await bench.failure()).toMatchObject({ kind: 'bad-answer', message });
  });
});

describe('a download from another host', () => {
  it('S24 follows three redirects without credentials, and not a fourth', async () => {
    for (const [hops, status] of [
      [3, 302],
      [3, 307],
      [4, 302],
    ] as const) {
      const bench = await start((request, response) => {
        const hop = Number(new URL(request.url ?? '', 'http://h').searchParams.get('hop'));
        if (hop >= hops) return answering(200, FILE)(request, response);
        response.writeHead(status, { location: `/o?hop=${hop + 1}` }).end();
      });
      if (hops === 3) expect((await bench.fetch('/o?hop=0')).byteLength).toBe(FILE.length);
      else expect((await bench.failure('/o?hop=0')).message).toContain('without end');
      const keys = bench.server.seen.flatMap(({ headers }) => headers.authorization ?? []);
      expect(keys).toEqual([]);
    }
  });

  it('keeps its socket over any number of redirects', async () => {
    const bench = await start((request, response) => {
      const isLast = request.url?.startsWith('/end') === true;
      if (isLast) return answering(200, FILE)(request, response);
      response.writeHead(302, { location: '/end' }).end('moved');
    });
    for (let count = 0; count < 12; count++) await bench.fetch('/o');
    // One is just being given back while the other is asked for.
    expect(bench.server.connectionCount()).toBeLessThanOrEqual(2);
  });

  it('S24 does not follow a redirect to a private address, another scheme, or nowhere', async () => {
    for (const location of [
      'https://169.254.169.254/latest',
      'https://192.168.0.1/o',
      'http://cdn.example.com/o',
      'file:///etc/passwd',
      'ftp://127.0.0.1/o',
      'http://[oops',
    ]) {
      const bench = await start((_request, response) => {
        response.writeHead(302, { location }).end();
      });
      expect((await bench.failure()).kind, location).toBe('bad-answer');
      expect(bench.server.seen).toHaveLength(1);
    }
  });

  it('S24 requests no address of this computer for a remote service', async () => {
    await using local = await startQuirkyServer(answering(200, FILE));
    const { createServiceClient } = await import('../http-client.ts');
    const port = new URL(local.baseUrl).port;
    const client = createServiceClient(
      { baseUrl: 'https://api.example.com', key: BENCH_KEY },
      {
        environment: {},
        lookup: (_name, _options, callback) =>
          callback(null, [{ address: '127.0.0.1', family: 4 }]),
      },
    );
    const bench = await start(answering(200, FILE));
    for (const url of [
      local.baseUrl,
      `https://127.0.0.1:${port}/o`,
      `https://localhost:${port}/o`,
      // A public name that leads to this computer.
      `https://cdn.example.com:${port}/o`,
    ]) {
      const answerPath = join(bench.folder, 'x');
      const download = client.download(url, { answerPath, maxBytes: 1e6, accept: ['png'] });
      const error = await failureOf(download);
      expect(error, url).toMatchObject({ kind: 'bad-answer', details: { request: 'not sent' } });
    }
    client.close();
    expect(local.connectionCount()).toBe(0);
  });

  it('S24 stops at the size limit, announced or not', async () => {
    const announced = await start((_request, response) => {
      response.writeHead(200, { 'content-length': String(10 ** 10) });
      response.write(FILE);
    });
    expect(await announced.failure()).toMatchObject({
      kind: 'too-large',
      details: { limit: 10_000_000, bytes: 10 ** 10 },
    });
    const endless = await start(async (_request, response) => {
      response.write(FILE.subarray(0, 100));
      while (!response.destroyed) {
        response.write(Buffer.alloc(65_536));
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    });
    expect((await endless.failure(undefined, { maxBytes: 1_000_000 })).kind).toBe('too-large');
    await expect.poll(() => endless.server.openConnections()).toBe(0);
  });

  it('S24 stops a server that drips for ever', async () => {
    const bench = await start((_request, response) => {
      response.write(FILE.subarray(0, 100));
      const timer = setInterval(() => response.write('x'), 5);
      response.on('close', () => clearInterval(timer));
    });
    const message = expect.stringContaining('Too little of the file arrived within') as string;
    const error = await bench.failure(undefined, { periodMilliseconds: 100 });
    expect(error).toMatchObject({ kind: 'unreachable', message });
  });

  it('takes as long as it needs while enough of it arrives', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let sendMore = () => {};
    const bench = await start((_request, response) => {
      let sent = 0;
      sendMore = () => {
        const part = FILE.subarray(sent, sent + 100_000);
        sent += part.length;
        if (sent < FILE.length) response.write(part);
        else response.end(part);
      };
      sendMore();
    });
    const { byteLength } = await bench.fetch(undefined, {
      periodMilliseconds: 20,
      onPhase(phase) {
        if (phase.phase !== 'receiving' || phase.receivedBytes % 100_000 !== 0) return;
        if (phase.receivedBytes === 0) return;
        vi.advanceTimersByTime(20);
        setTimeout(sendMore, 30);
      },
    });
    expect(byteLength).toBe(FILE.length);
  });
});

describe('stopping a download', () => {
  it('closes the socket and leaves nothing', async () => {
    const controller = new AbortController();
    const bench = await start((_request, response) => {
      response.write(FILE.subarray(0, 1000), () => setTimeout(() => controller.abort(), 10));
    });
    const error = await bench.failure(undefined, { signal: controller.signal });
    expect(error.kind).toBe('cancelled');
    await expect.poll(() => bench.server.openConnections()).toBe(0);
  });
});

describe('a download with a local failure', () => {
  it('says that the disk is full, and that the result is not lost', async () => {
    const bench = await start(answering(200, FILE));
    await symlink('/dev/full', join(bench.folder, 'result.part'));
    const error = await bench.failure();
    expect(error.kind).toBe('disk-full');
    expect(error.message).not.toContain('charged');
  });
});
