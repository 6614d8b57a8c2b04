import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { getCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { testFolder } from '../../../../testing/test-folder.ts';
import { createTestCertificate } from '../testing/self-signed.ts';
import { trustSystemCertificates } from './trusted-certificates.ts';

const SCRIPT = resolve(import.meta.dirname, '../testing/list-models-process.ts');

// elsewhere the list is the system's own, which a test must not write to
it.runIf(process.platform === 'linux')(
  'S36 trusts an authority in the system’s list, and refuses one that is not in it',
  async () => {
    const { key, certificate } = createTestCertificate('proxy.company.test');
    const folder = testFolder();
    const list = join(folder, 'system.pem');
    await writeFile(list, certificate);
    const server = createServer({ key, cert: certificate }, (request, response) => {
      request.resume().on('end', () => response.end('{"data":[]}'));
    });
    server.on('tlsClientError', () => undefined);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const ask = async (env: Readonly<Record<string, string>>): Promise<unknown> => {
      const address = `https://127.0.0.1:${port}`;
      const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, address], {
        env: { ...process.env, ...env },
      });
      return JSON.parse(stdout);
    };
    const refused = 'DEPTH_ZERO_SELF_SIGNED_CERT';
    expect(await ask({ SSL_CERT_FILE: list, SSL_CERT_DIR: folder })).toEqual([refused, 'trusted']);
    expect(await ask({})).toEqual([refused, refused]);
    server.closeAllConnections();
    server.close();
  },
);

it('S36 sets the list once a process, and has all of the system’s the second time', () => {
  const lines: string[] = [];
  const trust = () => trustSystemCertificates((line) => void lines.push(line));
  trust();
  const once = getCACertificates('default');
  expect(once).toEqual(expect.arrayContaining(getCACertificates('system')));
  trust();
  expect(getCACertificates('default')).toBe(once); // Node makes a new list whenever it is set
  expect(lines).toEqual([]);
});
