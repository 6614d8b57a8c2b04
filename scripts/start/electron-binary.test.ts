/**
 * Fetches Electron behind a proxy by its own installer, from releases that exist and that do not.
 */
import { cp, mkdir, symlink } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testFolder } from '../../electron/testing/test-folder.ts';
import { fetchElectron } from './electron-binary.ts';
import { proxyEnvironment } from './proxy-environment.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
/** No such host: it is found by the proxy alone. */
const MIRROR = 'http://electron.invalid/';

let folder = '';
let closings: (() => void)[] = [];

beforeEach(async () => {
  folder = testFolder();
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, 'electron'), { recursive: true });
  for (const name of ['install.js', 'package.json', 'checksums.json']) {
    await cp(join(PROJECT, 'node_modules/electron', name), join(modules, 'electron', name));
  }
  await symlink(join(PROJECT, 'node_modules/@electron'), join(modules, '@electron'));
  for (const name of PROXIES) vi.stubEnv(name, undefined);
  vi.stubEnv('electron_config_cache', join(folder, 'cache'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  for (const close of closings) close();
  closings = [];
});

const PROXIES = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'no_proxy', 'NO_PROXY'];

async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closings.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
}

/** @param releases port that every connection is led to; `undefined`: all are refused */
async function proxy(releases: number | undefined) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(502).end();
  });
  server.on('connect', (request, socket: Socket) => {
    asked.push(request.url ?? '');
    socket.on('error', () => undefined); // the other side hangs up
    if (releases === undefined) {
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      return;
    }
    const target = connect(releases, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    target.on('error', () => socket.destroy());
  });
  return { asked, url: `http://127.0.0.1:${await listening(server)}` };
}

/** Releases that have nothing. */
async function emptyReleases() {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.writeHead(404).end();
  });
  return { paths, port: await listening(server) };
}

describe('fetching Electron', () => {
  it.each(['HTTP_PROXY', 'npm_config_proxy'])(
    'uses the proxy of %s, for the first request and for the installer, and names the failure',
    async (variable) => {
      const releases = await emptyReleases();
      const { asked, url } = await proxy(releases.port);
      vi.stubEnv(variable, url);
      vi.stubEnv('ELECTRON_MIRROR', MIRROR);
      const said: string[] = [];
      expect(await fetchElectron(folder, (line) => said.push(line))).toBeUndefined();
      expect(releases.paths[0]).toBe('HEAD /');
      expect(releases.paths[1]).toMatch(/^GET \/.*electron-v[\d.]+-.*\.zip$/u);
      expect(asked.length).toBeGreaterThanOrEqual(2);
      expect(new Set(asked)).toEqual(new Set(['electron.invalid:80']));
      expect(said).toEqual([
        'Fetching Electron (about 120 MB, once) …',
        'Electron could not be fetched: its installer ended with code 1; its own words are above.',
      ]);
    },
  );

  it('gives the reason when the releases cannot be reached, and starts no installer', async () => {
    const { asked, url } = await proxy(undefined);
    vi.stubEnv('https_proxy', url);
    vi.stubEnv('ELECTRON_MIRROR', 'https://electron.invalid/');
    const said: string[] = [];
    expect(await fetchElectron(folder, (line) => said.push(line))).toBeUndefined();
    expect(asked).toEqual(['electron.invalid:443']);
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(
      /^Electron cannot be fetched: https:\/\/electron\.invalid\/ cannot be reached \(.*\)\.$/u,
    );
  });

  it('starts the program that follows without the proxy', async () => {
    const releases = await emptyReleases();
    const { asked, url } = await proxy(releases.port);
    vi.stubEnv('http_proxy', url);
    vi.stubEnv('ELECTRON_MIRROR', MIRROR);
    await fetchElectron(folder, () => undefined);
    const before = asked.length;
    await fetch(`http://127.0.0.1:${releases.port}/own`);
    expect(asked).toHaveLength(before);
  });
});

it('the proxy for npm start is that of the environment, or else that of npm’s settings', () => {
  expect(proxyEnvironment({})).toEqual({});
  expect(proxyEnvironment({ npm_config_https_proxy: 'null', npm_config_proxy: '' })).toEqual({});
  expect(
    proxyEnvironment({
      HTTPS_PROXY: 'http://a',
      npm_config_https_proxy: 'http://b',
      npm_config_proxy: 'http://c',
      npm_config_noproxy: 'localhost',
    }),
  ).toEqual({
    NODE_USE_ENV_PROXY: '1',
    https_proxy: 'http://a',
    http_proxy: 'http://c',
    no_proxy: 'localhost',
  });
});
