import { describe, expect, it } from 'vitest';
import { byteSourceOfBytes } from '../http/byte-source.ts';
import type { CallPhase } from '../http/exchange.ts';
import { BENCH_KEY, failureOf, startClientBench } from '../testing/client-bench.ts';
import { fakePng } from '../testing/pictures.ts';
import { answering, startQuirkyServer, type Behaviour } from '../testing/quirky-server.ts';

const PICTURE = fakePng(500_000);
const IMAGE = { file: byteSourceOfBytes(PICTURE), extension: 'png' } as const;

/** A service that names `storage` as the place, and a storage that answers with these statuses. */
async function startBoth(
  statuses: readonly number[],
  change: (host: string) => object = () => ({}),
) {
  const left = [...statuses];
  const storage = await startQuirkyServer(async (request, response) => {
    await request.body;
    const status = left.shift() ?? 200;
    const body = status === 403 ? '<Error><Code>AccessDenied</Code></Error>' : '';
    response.writeHead(status, { location: '/elsewhere' }).end(body);
  });
  const { host } = new URL(storage.baseUrl);
  let tickets = 0;
  const service: Behaviour = (request, response) => {
    tickets += 1;
    const ticket = {
      assets_id: tickets,
      upload_url: `${storage.baseUrl}/b/${tickets}?X-Amz-Signature=abc`,
      method: 'PUT',
      headers: { Host: { values: [host] }, 'X-Amz-Meta-A': { values: ['1'] } },
      ...change(host),
    };
    return answering(200, JSON.stringify(ticket))(request, response);
  };
  return { ...(await startClientBench(service)), storage, tickets: () => tickets };
}

describe('uploading a training picture', () => {
  it('S24 requests an address, then sends the file there without the key', async () => {
    const both = await startBoth([]);
    const phases: CallPhase[] = [];
    const onPhase = (phase: CallPhase) => phases.push(phase);
    const { assetId } = await both.client.uploadTrainingImage(IMAGE, { onPhase });
    expect(assetId).toBe('1');
    expect(both.server.seen[0]).toMatchObject({ url: '/v3/assets/training_dataset' });
    expect(both.server.seen[0]?.body.toString()).toBe('{"file_extension":"png"}');
    const put = both.storage.seen[0];
    expect(put).toMatchObject({ method: 'PUT', url: '/b/1?X-Amz-Signature=abc' });
    expect(put?.body.equals(PICTURE)).toBe(true);
    expect(put?.headers).toMatchObject({
      host: new URL(both.storage.baseUrl).host,
      'content-length': String(PICTURE.length),
      'x-amz-meta-a': '1',
    });
    expect(put?.headers).not.toHaveProperty('authorization');
    expect(JSON.stringify(put?.headers)).not.toContain(BENCH_KEY);
    const totals = phases.flatMap((phase) => (phase.phase === 'sending' ? [phase.totalBytes] : []));
    expect(new Set(totals)).toEqual(new Set([PICTURE.length]));
    expect(phases.findLast((phase) => phase.phase === 'sending')).toEqual({
      phase: 'sending',
      sentBytes: PICTURE.length,
      totalBytes: PICTURE.length,
    });
    expect(both.logged.join()).not.toContain('abc');
  });

  it('reports a ticket with a header that no request can carry, and sends nothing', async () => {
    for (const [name, value] of [
      ['x-a', 'with a \u0000'],
      ['x-a', 'turned \u202e round'],
      ['x-a', 'a\r\nx-b: 1'],
      ['a name', '1'],
      ['x-\u202e', '1'],
    ] as const) {
      const both = await startBoth([], () => ({ headers: { [name]: { values: [value] } } }));
      const error = await failureOf(both.client.uploadTrainingImage(IMAGE, {}));
      expect(error, JSON.stringify([name, value])).toMatchObject({
        kind: 'bad-answer',
        message: expect.stringContaining('a header that can’t be sent'),
        details: { request: 'not sent' },
      });
      expect(both.storage.seen).toHaveLength(0);
    }
  });

  it('reports a ticket that is nested without end', async () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    for (const body of [`{"assets_id":1,"headers":${deep}}`, deep]) {
      await using bench = await startClientBench(answering(200, body));
      const error = await failureOf(bench.client.uploadTrainingImage(IMAGE, {}));
      expect(error.kind, body.slice(0, 60)).toBe('bad-answer');
    }
  });

  it('requests one new address when the storage refuses the first', async () => {
    const both = await startBoth([403]);
    expect(await both.client.uploadTrainingImage(IMAGE)).toEqual({ assetId: '2' });
    const urls = both.storage.seen.map(({ url }) => url);
    expect(urls).toEqual(['/b/1?X-Amz-Signature=abc', '/b/2?X-Amz-Signature=abc']);
  });

  it('reports a second refusal, and makes no other request', async () => {
    const refused = await startBoth([403, 403]);
    const error = await failureOf(refused.client.uploadTrainingImage(IMAGE));
    const details = { status: 403, storageCode: 'AccessDenied' };
    expect(error).toMatchObject({ kind: 'expired', details });
    expect(refused.tickets()).toBe(2);
    for (const [status, kind] of [
      [500, 'service-failed'],
      [307, 'bad-answer'],
      [400, 'bad-answer'],
      [413, 'too-large'],
    ] as const) {
      const both = await startBoth([status]);
      expect((await failureOf(both.client.uploadTrainingImage(IMAGE))).kind).toBe(kind);
      expect(both.tickets()).toBe(1);
      expect(both.storage.seen).toHaveLength(1);
    }
  });

  it('S24 sends nothing when the address and the signed host differ, or the address is closed', async () => {
    for (const change of [
      () => ({ headers: { Host: { values: ['evil.example'] } } }),
      () => ({ headers: {}, upload_url: 'https://169.254.169.254/b' }),
      () => ({ headers: {}, upload_url: 'http://cdn.example.com/b' }),
    ]) {
      const both = await startBoth([], change);
      const error = await failureOf(both.client.uploadTrainingImage(IMAGE));
      expect(error).toMatchObject({ kind: 'bad-answer', details: { request: 'not sent' } });
      expect(both.storage.connectionCount()).toBe(0);
    }
  });

  it('S24 passes on no header that would carry a credential or change the call', async () => {
    const headers = {
      Authorization: { values: ['Bearer x'] },
      Cookie: { values: ['a=b'] },
      'Content-Length': { values: ['1'] },
      'Content-Type': { values: ['image/png'] },
    };
    const both = await startBoth([], () => ({ headers }));
    await both.client.uploadTrainingImage(IMAGE);
    const sent = both.storage.seen[0]?.headers;
    const length = String(PICTURE.length);
    expect(sent).toMatchObject({ 'content-type': 'image/png', 'content-length': length });
    expect(sent).not.toHaveProperty('authorization');
    expect(sent).not.toHaveProperty('cookie');
  });

  it('sends nothing that is not of its declared type', async () => {
    const both = await startBoth([]);
    const error = await failureOf(both.client.uploadTrainingImage({ ...IMAGE, extension: 'jpeg' }));
    expect(error).toMatchObject({ kind: 'invalid-input', details: { value: 'png' } });
    expect(both.tickets()).toBe(0);
    const empty = { file: byteSourceOfBytes(new Uint8Array()), extension: 'png' } as const;
    expect((await failureOf(both.client.uploadTrainingImage(empty))).kind).toBe('invalid-input');
    expect(both.storage.connectionCount()).toBe(0);
  });

  it('can be stopped while it sends', async () => {
    const controller = new AbortController();
    const both = await startBoth([]);
    const ticket = await both.client.requestUpload('png');
    const onPhase = (phase: CallPhase) => {
      if (phase.phase === 'sending' && phase.sentBytes > 0) controller.abort();
    };
    const { signal } = controller;
    const error = await failureOf(both.client.upload(ticket, IMAGE.file, { signal, onPhase }));
    expect(error.kind).toBe('cancelled');
    expect(error.message).not.toContain('charged');
    await expect.poll(() => both.storage.openConnections()).toBe(0);
  });
});
