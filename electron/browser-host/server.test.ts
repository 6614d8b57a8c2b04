/** Tests guards of the browser host with requests that a browser would not send. */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';
import { connect, Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { RouterClient } from '@orpc/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { MAX_FRAME_BYTES } from '../../shared/line.ts';
import { importUrl } from '../../shared/media.ts';
import type { Router } from '../backend/api/router/router.ts';
import { noisePng } from '../testing/pictures.ts';
import { createHostBench, type HostBench } from './testing/host-bench.ts';

let bench: HostBench;
let cookie: string;
let origin: string;

/** The connection below a WebSocket of `ws`. */
function rawSocketOf(socket: WebSocket): Socket {
  const raw = Reflect.get(socket, '_socket') as unknown;
  if (!(raw instanceof Socket)) throw new Error('There is no connection.');
  return raw;
}

async function openWindow(): Promise<WebSocket> {
  const socket = await bench.openSocket('/rpc', { cookie, origin });
  if (!(socket instanceof WebSocket)) throw new Error(`refused with ${socket}`);
  return socket;
}

function clientOn(socket: WebSocket): RouterClient<Router> {
  return createORPCClient(new RPCLink({ websocket: socket }));
}

/** @returns the status of an answer to the window that has signed in */
async function statusOf(path: string, headers: OutgoingHttpHeaders = {}): Promise<number> {
  return (await bench.send(path, { headers: { cookie, ...headers } })).status;
}

/** @returns what comes back to a head with the cookie, byte by byte as given */
const raw = (...lines: readonly string[]): Promise<string> =>
  bench.raw([...lines, `Cookie: ${cookie}`, 'Connection: close', '', ''].join('\r\n'));

beforeEach(async () => {
  bench = await createHostBench();
  cookie = await bench.signIn();
  ({ origin } = bench);
});

describe('B1 the network', () => {
  it('B1 sees nothing of the host, which listens on 127.0.0.1 only', async () => {
    const addresses = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
      .map(({ address }) => address);
    for (const address of [...addresses, '::1']) {
      const outcome = await new Promise((done) => {
        const socket = connect(bench.host.port, address);
        socket.once('connect', () => done('connected'));
        socket.once('error', () => done('refused'));
      });
      expect(outcome, address).toBe('refused');
    }
    expect(bench.host.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}$/u);
  });
});

describe('B2 the Host header', () => {
  it('B2 must be exactly this host, once', async () => {
    const { port } = bench.host;
    const wrong = [
      'evil.test',
      `evil.test:${port}`,
      '127.0.0.1',
      `127.0.0.1:${port + 1}`,
      `127.0.0.1:${port}.evil.test`,
      `[::1]:${port}`,
      `0.0.0.0:${port}`,
    ];
    for (const host of wrong) {
      expect([400, 403], host).toContain(await statusOf('/', { host }));
    }
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
      expect(await statusOf('/', { host })).toBe(200);
    }
  });

  it('B2 may be neither missing nor repeated', async () => {
    const own = `Host: 127.0.0.1:${bench.host.port}`;
    const evil = 'Host: evil.test';
    expect(await raw('GET / HTTP/1.0')).toMatch(/^HTTP\/1\.1 40[03] /u);
    for (const hosts of [[], ['Host: '], [own, evil], [evil, own], [own, own]])
      expect(await raw('GET / HTTP/1.1', ...hosts), hosts.join()).toMatch(/^HTTP\/1\.1 40[03] /u);
  });

  it('B2 cannot be bypassed by an absolute address of another host, and nothing breaks', async () => {
    const own = `Host: 127.0.0.1:${bench.host.port}`;
    for (const target of ['http://evil.test/', '//evil.test/', '//', 'evil', '*', 'http://['])
      expect(await raw(`GET ${target} HTTP/1.1`, own), target).toMatch(/^HTTP\/1\.1 400 /u);
    expect(await statusOf('/')).toBe(200);
  });
});

describe('B3 the token', () => {
  it('B3 becomes a cookie that no script and no other site can use, and leaves the address', async () => {
    const answer = await bench.send(bench.entrance);
    expect(answer.status).toBe(302);
    expect(answer.headers).toMatchObject({ location: '/', 'cache-control': 'no-store' });
    const rules = 'HttpOnly; SameSite=Strict; Path=/; Max-Age=34560000';
    const cookieForm = new RegExp(`^gesso-${bench.host.port}=[\\w-]{43}; ${rules}$`, 'u');
    expect(answer.headers['set-cookie']).toEqual([expect.stringMatching(cookieForm)]);
  });

  it('B3 is not the cookie, and a guess opens nothing', async () => {
    const token = new URL(bench.host.url).searchParams.get('token') ?? '';
    const guesses = ['/?token=', '/?token=x', `/?token=${'A'.repeat(43)}`];
    for (const path of [...guesses, '/', '/media/files/x']) {
      const answer = await bench.send(path);
      expect(answer.status, path).toBe(401);
      expect(answer.headers['set-cookie'], path).toBeUndefined();
    }
    const asCookie = `gesso-${bench.host.port}=${token}`;
    expect(await statusOf('/', { cookie: asCookie })).toBe(401);
    for (const [path, method] of [
      [`/assets/main.js?token=${token}`, 'GET'],
      [`/media/import?token=${token}`, 'POST'],
      [`/?token=${token}`, 'HEAD'],
    ] as const) {
      const answer = await bench.send(path, { method, headers: { origin } });
      expect(answer.status, `${method} ${path}`).toBe(401);
    }
  });

  it('B3 works until a browser has returned with the cookie, then never again', async () => {
    const first = await bench.send(bench.entrance);
    const second = await bench.send(bench.entrance); // e.g. a prefetch, or a tab that was closed
    expect([first.status, second.status]).toEqual([302, 302]);
    const returned = second.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    expect(await statusOf('/', { cookie: returned })).toBe(200);
    expect((await bench.send(bench.entrance)).status).toBe(401);
    // The browser that has the cookie may use its bookmark.
    const again = await bench.send(bench.entrance, { headers: { cookie: returned } });
    expect([again.status, again.headers.location]).toEqual([302, '/']);
    expect(again.headers['set-cookie']).toBeUndefined();
  });

  it('B3 is not blocked by a cookie that a page on another port has set', async () => {
    const name = `gesso-${bench.host.port}`;
    for (const cookies of [`${name}=evil; ${cookie}`, `${cookie}; ${name}=evil; a=b`]) {
      expect(await statusOf('/', { cookie: cookies })).toBe(200);
    }
    expect(await statusOf('/', { cookie: `${name}=evil` })).toBe(401);
  });
});

describe('B4 the origin', () => {
  it('B4 must be present and ours for every change', async () => {
    const bytes = await noisePng(9, 9);
    const wrong = [
      undefined,
      'null',
      'http://evil.test',
      'https://127.0.0.1',
      `http://127.0.0.1:${bench.host.port + 1}`,
      `http://localhost:${bench.host.port}`, // another origin than the Host of this request
      `${origin}/`,
    ];
    for (const each of wrong) {
      for (const [method, path] of [
        ['POST', importUrl('a.png')],
        ['PUT', '/media/masks/x'],
        ['DELETE', '/media/files/x'],
      ] as const) {
        const headers = { cookie, ...(each === undefined ? {} : { origin: each }) };
        const answer = await bench.send(path, { method, headers }, bytes);
        expect(answer.status, `${method} ${each}`).toBe(403);
      }
    }
    expect(await bench.fixture.client().photos.recent()).toEqual([]);
    const headers = { cookie, origin };
    const good = await bench.send(importUrl('a.png'), { method: 'POST', headers }, bytes);
    expect(good.status).toBe(200);
  });

  it('B4 is checked for reading when the browser sends it, as is Sec-Fetch-Site', async () => {
    expect(await statusOf('/', { origin: 'http://evil.test' })).toBe(403);
    expect(await statusOf('/', { origin })).toBe(200);
    for (const [site, expected] of [
      ['cross-site', 403],
      ['same-site', 403],
      ['same-origin', 200],
      ['none', 200],
    ] as const) {
      expect(await statusOf('/', { 'sec-fetch-site': site }), site).toBe(expected);
    }
    const entrance = { headers: { 'sec-fetch-site': 'cross-site' } };
    expect((await bench.send(bench.entrance, entrance)).status).toBe(403);
  });

  it('B4 applies to the WebSocket, with cookie, at its one address', async () => {
    const handshakes: readonly (readonly [string, Readonly<Record<string, string>>, number])[] = [
      ['/rpc', { cookie }, 403],
      ['/rpc', { cookie, origin: 'http://evil.test' }, 403],
      ['/rpc', { cookie, origin: 'null' }, 403],
      ['/rpc', { origin }, 401],
      ['/rpc', { cookie, origin, host: 'evil.test' }, 403],
      ['/rpc/', { cookie, origin }, 404],
      ['/', { cookie, origin }, 404],
      [bench.entrance, { origin }, 401],
    ];
    for (const [path, headers, expected] of handshakes) {
      expect(await bench.openSocket(path, headers), JSON.stringify(headers)).toBe(expected);
    }
    const socket = await openWindow();
    expect((await clientOn(socket).app.info()).version).toBe('0.0.0');
    socket.close();
  });

  it('B4 does not end the program when a handshake cannot be read or breaks off', async () => {
    const head = (target: string) =>
      `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${bench.host.port}\r\nOrigin: ${origin}\r\nCookie: ${cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
    expect(await bench.raw(head('//'))).toMatch(/^HTTP\/1\.1 400 /u);
    expect(await bench.raw(head('/rpc')), 'without a key').toMatch(/^HTTP\/1\.1 400 /u);
    for (let index = 0; index < 20; index++) {
      const socket = connect(bench.host.port, '127.0.0.1');
      socket.on('error', () => undefined);
      await new Promise((done) => socket.once('connect', done));
      socket.write(head('/elsewhere'));
      socket.resetAndDestroy();
    }
    expect(await statusOf('/')).toBe(200);
  });
});

describe('B5 other pages', () => {
  it('B5 get no answer to OPTIONS and no CORS header', async () => {
    const answers = [
      await bench.send('/', { method: 'OPTIONS', headers: { cookie, origin } }),
      await bench.send('/media/import', {
        method: 'OPTIONS',
        headers: { origin: 'http://evil.test', 'access-control-request-method': 'POST' },
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403]);
    const others = ['/', '/assets/main.js', '/media/files/x', '/download/x', '/nothing'];
    for (const path of others)
      answers.push(await bench.send(path, { headers: { cookie, origin } }));
    answers.push(await bench.send('/'));
    for (const { headers } of answers) {
      const names = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
      expect(names).toEqual([]);
    }
  });

  it('B5 S11 cannot frame, sniff or embed served files', async () => {
    const page = await bench.send('/', { headers: { cookie } });
    expect(page.headers).toMatchObject({
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; script-src 'self';.*frame-ancestors 'none'/u,
      ) as string,
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
    });
    expect(page.body.toString()).not.toContain('__CSP_NONCE__');
  });
});

describe('B6 packages', () => {
  it('B6 load this host only for a dialog, by one import while the program runs', () => {
    const project = resolve(import.meta.dirname, '../..');
    const seen = new Set<string>();
    const visit = (path: string): void => {
      if (seen.has(path)) return;
      seen.add(path);
      const text = readFileSync(path, 'utf8');
      for (const match of text.matchAll(/(?:from|import)\s+'(\.[^']+)'/gu)) {
        visit(resolve(dirname(path), match[1] ?? ''));
      }
    };
    visit(join(project, 'electron/main.ts'));
    visit(join(project, 'electron/host/program.ts'));
    visit(join(project, 'electron/preload.ts'));
    expect(seen.size).toBeGreaterThan(50);
    expect([...seen].filter((path) => path.includes('browser-host'))).toEqual([]);
    const later = [...seen].filter((path) => readFileSync(path, 'utf8').includes('/browser-host/'));
    expect(later).toEqual([join(project, 'electron/host/program.ts')]);
    const builder = readFileSync(join(project, 'electron-builder.yml'), 'utf8');
    const packed = /^files:\n((?:\s+- .*\n)+)/mu.exec(builder)?.[1] ?? '';
    expect(packed).toContain('out/main/**');
    expect(packed).not.toMatch(/electron\/|\*\*\/\*'?$/mu);
    const bundled = readdirSync(join(project, 'electron')).filter((name) => name.endsWith('.ts'));
    expect(bundled.sort()).toEqual(['main.ts', 'preload.ts']);
  });
});

describe('B7 limits of the host', () => {
  it('B7 a message that is too large or broken closes only its connection and prints nothing', async () => {
    const printed = vi.spyOn(console, 'error');
    const socket = await openWindow();
    const closed = new Promise<number>((done) => socket.once('close', done));
    // the head of a frame that says how long it is
    const head = Buffer.from([0x82, 0xff, ...Array<number>(12).fill(0)]);
    head.writeBigUInt64BE(BigInt(MAX_FRAME_BYTES) + 1n, 2);
    rawSocketOf(socket).write(head);
    expect(await closed).toBe(1009);
    const next = await openWindow();
    next.send('{ not json');
    next.send(Buffer.from([0xff, 0x00]));
    next.close();
    const refused = 'window: a frame was refused (SyntaxError)';
    await vi.waitFor(() => expect(bench.logged).toContain(refused));
    expect(printed).not.toHaveBeenCalled();
    expect(await statusOf('/')).toBe(200);
  });

  it('B7 a mask that is longer than any mask can be is refused while it arrives', async () => {
    const photo = await bench.fixture.importPhoto(await noisePng(20, 20));
    const headers = { cookie, origin };
    const body = Buffer.alloc(64_000_001);
    const answer = await bench.send(photo.maskUrl, { method: 'PUT', headers }, body).catch(() => {
      return { status: 0 }; // the connection may end before the answer is read
    });
    expect([0, 413]).toContain(answer.status);
    expect(await bench.fixture.mask(photo.id)).toEqual([]);
  });

  it('B7 a thousand silent connections leave the window its own', async () => {
    const socket = await openWindow();
    const kept = vi.fn();
    socket.once('close', kept);
    const strangers = Array.from({ length: 1000 }, () => connect(bench.host.port, '127.0.0.1'));
    for (const stranger of strangers) stranger.on('error', () => undefined).resume();
    await Promise.all(strangers.map((stranger) => once(stranger, 'connect')));
    // without places of its own the page waits until the headers of all strangers have timed out
    expect(await statusOf('/')).toBe(200);
    const open = () => strangers.filter(({ destroyed }) => !destroyed).length;
    await vi.waitFor(() => expect(open()).toBeLessThanOrEqual(64));
    expect(open()).toBeGreaterThan(0);
    expect(kept).not.toHaveBeenCalled();
    for (const stranger of strangers) stranger.destroy();
    socket.close();
  });

  it('B7 a window that sends and does not read is disconnected, and another one is served', async () => {
    const socket = await openWindow();
    const closed = once(socket, 'close');
    socket.on('error', () => undefined);
    const text = 'x'.repeat(4_000_000);
    const client = clientOn(socket);
    const { id: documentId } = await client.documents.create({ text });
    rawSocketOf(socket).pause();
    for (let asked = 0; asked < 60; asked++)
      client.documents.read({ documentId }).catch(() => undefined);
    await vi.waitFor(
      () => expect(bench.logged.join()).toContain('a window that reads nothing was cut off'),
      { timeout: 20_000 },
    );
    rawSocketOf(socket).resume();
    await closed;
    const next = await openWindow();
    expect((await clientOn(next).documents.read({ documentId })).text).toHaveLength(text.length);
    next.close();
  });

  it('B7 half-open connections of a stranger neither block the window nor stay', async () => {
    await using impatient = await createHostBench({ headersTimeoutMilliseconds: 100 });
    const cookie = await impatient.signIn();
    const strangers = Array.from({ length: 200 }, () => connect(impatient.host.port, '127.0.0.1'));
    const gone = strangers.map((socket) => once(socket.resume(), 'close'));
    await Promise.all(strangers.map((socket) => once(socket, 'connect')));
    for (const socket of strangers.slice(100)) socket.write('GET / HTTP/1.1\r\nhost: ');
    expect((await impatient.send('/', { headers: { cookie } })).status).toBe(200);
    await Promise.all(gone);
  });

  it('B7 a stranger that never hangs up after its refusal does not keep the host from closing', async () => {
    const { port } = bench.host;
    const stranger = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    stranger.write(
      `GET /rpc HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    );
    expect(String(await once(stranger, 'data'))).toMatch(/^HTTP\/1\.1 403 /u);
    await bench.host.close();
    stranger.destroy();
  });

  it('B7 unused methods are refused', async () => {
    for (const method of ['DELETE', 'PATCH', 'TRACE', 'PROPFIND']) {
      const answer = await bench.send('/', { method, headers: { cookie, origin } });
      expect(answer.status, method).toBe(405);
    }
  });

  it('B7 oversized headers are refused', async () => {
    expect(await statusOf('/', { cookie: 'a='.padEnd(40_000, 'x') })).toBe(431);
  });
});

describe('S7 S8 the served folders', () => {
  it('S7 S8 cannot be left: no address reads a file outside', async () => {
    for (const path of [
      '/../secret.js',
      '/..%2fsecret.js',
      '/%2e%2e/secret.js',
      '/assets/..%5c..%5csecret.js',
      '/%00',
      '/%',
      '/media/../secret.js',
      '/media/files/..%2f..%2flibrary.db',
      '/media/files/../../library.db',
      '/download/..%2f..%2flibrary.db',
      '/download/',
      '/rpc',
    ]) {
      const answer = await bench.send(path, { headers: { cookie } });
      expect([400, 404], path).toContain(answer.status);
      expect(answer.body.toString(), path).not.toContain('secret');
    }
  });
});
