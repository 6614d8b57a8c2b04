import { expect, it } from 'vitest';
import { createRouterClient } from '@orpc/server';
import { createOpenLink, openServedPage } from './open-link.ts';
import { linkProcedures } from '../backend/api/links/links.ts';

function bench() {
  const opened: string[] = [];
  const shell = { openExternal: (href: string) => Promise.resolve(void opened.push(href)) };
  const openLink = createOpenLink(shell);
  return { opened, openLink, links: createRouterClient(linkProcedures({ openLink })) };
}

it('S15 opens a link exactly as it was validated, and only https and mail', async () => {
  const { opened, openLink, links } = bench();
  expect(await links.read({ href: 'https://bank.com@evil.net/', text: 'bank.com' })).toMatchObject({
    host: 'evil.net',
    isOpenable: true,
  });
  await links.open({ href: 'https://bank.com@evil.net/' });
  await links.open({ href: 'mailto:a@example.com?bcc=b@evil.net' });
  expect(opened).toEqual(['https://evil.net/', 'mailto:a@example.com']);
  for (const href of ['file:///etc/passwd', 'http://example.com', 'javascript:1']) {
    expect(await links.read({ href, text: '' })).toBeNull();
    await expect(links.open({ href })).rejects.toMatchObject({ kind: 'invalid-input' });
    await expect(openLink(href)).rejects.toThrow('Only https');
  }
  expect(opened).toHaveLength(2);
});

it('a host without a browser of its own says so', async () => {
  const links = createRouterClient(linkProcedures({}));
  expect(await links.read({ href: 'https://example.com', text: '' })).toMatchObject({
    isOpenable: false,
  });
  await expect(links.open({ href: 'https://example.com' })).rejects.toThrow('Copy the link');
});

it('S15 opens a page of this computer only as the server names it', async () => {
  const opened: string[] = [];
  const shell = { openExternal: (href: string) => Promise.resolve(void opened.push(href)) };
  await openServedPage(shell, 'http://127.0.0.1:4000/?token=a-b_1');
  for (const url of ['http://example.com/?token=a', 'file:///127.0.0.1:1/?token=a', '']) {
    await expect(openServedPage(shell, url)).rejects.toThrow('Only the page');
  }
  expect(opened).toEqual(['http://127.0.0.1:4000/?token=a-b_1']);
});
