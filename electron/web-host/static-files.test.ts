import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testFolder } from '../testing/test-folder.ts';
import { contentSecurityPolicy } from './security-headers.ts';
import { createStaticHandler } from './static-files.ts';

/** Its name is that of the folder of hashed files. */
const folder = join(testFolder(), 'assets');

const root = join(folder, 'root');
await mkdir(join(root, 'assets', 'folder.js'), { recursive: true });
await mkdir(join(folder, 'root-evil'));
await writeFile(
  join(root, 'index.html'),
  '<meta content="__CSP_NONCE__"><i nonce="__CSP_NONCE__">',
);
await writeFile(join(root, 'assets', 'a b.js'), 'script');
await writeFile(join(root, 'notes.txt'), 'not served');
await writeFile(join(folder, 'secret.js'), 'secret');
await writeFile(join(folder, 'root-evil', 'secret.js'), 'secret');
await symlink(join(folder, 'secret.js'), join(root, 'link.js'));
await symlink(join(folder, 'root-evil'), join(root, 'linked'));
const serve = createStaticHandler(root);

/** `Request` folds dots away, so a request is imitated where they matter. */
function get(url: string, method = 'GET'): Promise<Response> {
  return serve({ url, method });
}

describe('the files of the page', () => {
  it('are served with their type and length', async () => {
    const script = await get('app://gesso/assets/a%20b.js?x=1#y');
    expect(await script.text()).toBe('script');
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(script.headers.get('content-length')).toBe('6');
    expect(script.headers.get('x-content-type-options')).toBe('nosniff');
    expect(script.headers.get('cache-control')).toContain('immutable');
    const head = await get('http://127.0.0.1:1/assets/a%20b.js', 'HEAD');
    expect(head.headers.get('content-length')).toBe('6');
    expect(await head.text()).toBe('');
  });

  it('S7 are the only ones served: no path leads out of the folder', async () => {
    for (const path of [
      '/../secret.js',
      '/..%2fsecret.js',
      '/%2e%2e/secret.js',
      '/%2e%2e%2fsecret.js',
      '/assets/../../secret.js',
      '/assets/..%5c..%5csecret.js',
      '/..\\secret.js',
      '/../root-evil/secret.js',
      '/link.js',
      '/linked/secret.js',
      `/${folder}/secret.js`,
      `//${folder}/secret.js`,
      `/%2f${folder}/secret.js`,
      '/c:/secret.js',
      '/assets/a%20b.js%00.html',
      '/%00',
      '/%',
      '/assets/folder.js',
      '/assets',
      '/notes.txt',
      '/missing.js',
    ]) {
      const answer = await get(`app://gesso${path}`);
      expect(answer.status, path).toBe(404);
      expect(await answer.text(), path).toBe('Not found');
    }
  });

  it('S7 are read, never changed', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
      expect((await get('app://gesso/', method)).status, method).toBe(405);
    }
  });
});

describe('the page itself', () => {
  it('S11 carries the policy with a new nonce each time', async () => {
    const nonces = new Set<string>();
    for (const path of ['/', '', '/index.html', '/?token=x']) {
      const page = await get(`app://gesso${path}`);
      const policy = page.headers.get('content-security-policy') ?? '';
      const nonce = /'nonce-([^']+)'/u.exec(policy)?.[1] ?? '';
      expect(nonce.length).toBeGreaterThanOrEqual(22);
      nonces.add(nonce);
      expect(await page.text()).toBe(`<meta content="${nonce}"><i nonce="${nonce}">`);
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(page.headers.get('x-frame-options')).toBe('DENY');
    }
    expect(nonces.size).toBe(4);
  });

  it('S11 S46 allows nothing but its own scripts, nothing inline, and no text as markup', () => {
    expect(contentSecurityPolicy('N').split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'nonce-N'",
      "font-src 'self'",
      "img-src 'self' blob: data:",
      "media-src 'self' blob:",
      "connect-src 'self'",
      "worker-src 'self' blob:",
      "frame-src 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types default',
    ]);
  });
});
