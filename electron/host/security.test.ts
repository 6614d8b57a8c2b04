/** Tests the host's rules of `docs/security.md`, one by one. */
import { readFile } from 'node:fs/promises';
import type { Session } from 'electron';
import { describe, expect, it } from 'vitest';
import { APP_URL, isAppUrl, isPageUrl, SCHEME_PRIVILEGES } from './app-scheme.ts';
import { REFUSED_SWITCHES, refusedSwitch } from './command-line.ts';
import { GUARDED_EVENTS, guardNavigation, type GuardedContents } from './navigation.ts';
import { installPermissionHandlers, isPermitted } from './permissions.ts';
import { createProtocolHandler } from './protocol-handler.ts';
import { installRequestFilter, isRequestAllowed } from './request-filter.ts';
import { webPreferences, windowOptions } from './window-options.ts';

describe('the window', () => {
  const session = {} as Session;

  it('S2 has exactly these preferences', () => {
    expect(webPreferences({ preload: '/p.cjs', session, isPackaged: true })).toEqual({
      preload: '/p.cjs',
      session,
      devTools: false,
      sandbox: true,
      contextIsolation: true,
      webSecurity: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      plugins: false,
      experimentalFeatures: false,
      allowRunningInsecureContent: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      backgroundThrottling: false,
    });
    const preferences = webPreferences({ preload: '/p.cjs', session, isPackaged: true });
    expect(windowOptions(preferences).webPreferences).toBe(preferences);
  });

  it('S3 has developer tools only when it is not packaged', () => {
    const options = { preload: '/p.cjs', session };
    expect(webPreferences({ ...options, isPackaged: true }).devTools).toBe(false);
    expect(webPreferences({ ...options, isPackaged: false }).devTools).toBe(true);
  });
});

describe('the command line', () => {
  it('S4 refuses every switch that opens a packaged program, only when packaged', () => {
    for (const name of REFUSED_SWITCHES) {
      expect(refusedSwitch(true, (asked) => asked === name)).toBe(name);
      expect(refusedSwitch(false, (asked) => asked === name)).toBeUndefined();
    }
    expect(refusedSwitch(true, () => false)).toBeUndefined();
    const debugging = ['remote-debugging-port', 'remote-debugging-pipe'];
    for (const name of [...debugging, 'js-flags', 'no-sandbox'])
      expect(REFUSED_SWITCHES).toContain(name);
  });
});

describe('the scheme', () => {
  it('S6 has exactly these privileges', () => {
    const privileges = { standard: true, secure: true, supportFetchAPI: true };
    expect(SCHEME_PRIVILEGES).toEqual([
      { scheme: 'app', privileges: { ...privileges, codeCache: true, stream: true } },
    ]);
  });

  it('S5 S7 answers one exact host and nothing else', async () => {
    const handler = createProtocolHandler({
      page: (request) => Promise.resolve(new Response(`page ${new URL(request.url).pathname}`)),
      media: (request) => Promise.resolve(new Response(`media ${request.method}`)),
    });
    const answer = async (url: string, method = 'GET') =>
      (await handler(new Request(url, { method }))).text();
    expect(await answer(APP_URL)).toBe('page /');
    expect(await answer('app://gesso/assets/a.js')).toBe('page /assets/a.js');
    expect(await answer('app://gesso/media/files/1')).toBe('media GET');
    expect(await answer('app://gesso/media/import?name=a', 'POST')).toBe('media POST');
    for (const url of ['app://evil/', 'app://GESSO/', 'app://gesso:99/', 'app://gesso.evil/']) {
      expect(await answer(url), url).toBe('Not found');
    }
  });

  it('S17 is compared by protocol and host, as the origin of every custom scheme is "null"', () => {
    expect(new URL('app://gesso/').origin).toBe(new URL('evil://gesso/').origin);
    for (const url of ['app://gesso/', 'app://gesso/media/files/1', 'app://gesso/#/settings']) {
      expect(isAppUrl(url), url).toBe(true);
    }
    for (const url of [
      'evil://gesso/',
      'app://GESSO/',
      'app://gesso@evil/',
      'app://user@gesso/',
      'app://gesso:99/',
      'app:gesso/',
      'https://gesso/',
      'file:///app://gesso/',
      'about:blank',
      '',
    ]) {
      expect(isAppUrl(url), url).toBe(false);
    }
    expect(isPageUrl('app://gesso/#x')).toBe(true);
    expect(isPageUrl('app://gesso/media/files/1')).toBe(false);
  });
});

describe('permissions', () => {
  const asked = { isMainFrame: true, requestingUrl: APP_URL };

  it('S12 S31 are denied by name, all that Electron has, except two', async () => {
    const names = await permissionNames();
    expect(names.length).toBeGreaterThan(20);
    const granted = names.filter((name) => isPermitted(name, asked));
    expect(granted.sort()).toEqual(['clipboard-sanitized-write', 'fullscreen']);
    expect(isPermitted('clipboard-read', asked)).toBe(false);
    expect(isPermitted('something-new', asked)).toBe(false);
  });

  it('S12 are denied to frames and to other pages', () => {
    expect(isPermitted('fullscreen', { ...asked, isMainFrame: false })).toBe(false);
    expect(isPermitted('fullscreen', { ...asked, requestingUrl: 'https://x/' })).toBe(false);
  });

  it('S12 are decided by every handler of the session', () => {
    const set = new Map<string, (...parameters: never[]) => unknown>();
    const keep = (name: string) => (handler: ((...parameters: never[]) => unknown) | null) => {
      if (handler !== null) set.set(name, handler);
    };
    installPermissionHandlers({
      setPermissionRequestHandler: keep('request'),
      setPermissionCheckHandler: keep('check'),
      setDevicePermissionHandler: keep('device'),
      setDisplayMediaRequestHandler: keep('display'),
    });
    const call = (name: string, ...parameters: unknown[]) =>
      set.get(name)?.(...(parameters as never[]));
    const answers: unknown[] = [];
    call('request', null, 'media', (answer: boolean) => answers.push(answer), asked);
    call('request', null, 'fullscreen', (answer: boolean) => answers.push(answer), asked);
    call('display', {}, (streams: unknown) => answers.push(streams));
    expect(answers).toEqual([false, true, null]);
    expect(call('device', {})).toBe(false);
    expect(call('check', null, 'geolocation', '', asked)).toBe(false);
    expect(call('check', null, 'fullscreen', '', asked)).toBe(true);
    const page = { isDestroyed: () => false, getURL: () => APP_URL };
    expect(call('check', page, 'fullscreen', '', { isMainFrame: true })).toBe(true);
    expect(call('check', null, 'fullscreen', '', { isMainFrame: true })).toBe(false);
  });
});

describe('navigation', () => {
  it('S13 opens no window', () => {
    expect(guarded().openHandler()).toEqual({ action: 'deny' });
  });

  it('S14 is blocked everywhere, except reloading the page', () => {
    const { isStopped, events } = guarded();
    expect(events.sort()).toEqual([...GUARDED_EVENTS].sort());
    for (const event of GUARDED_EVENTS) {
      for (const url of ['https://example.com/', 'file:///x', 'app://gesso/media/files/1', ''])
        expect(isStopped(event, url), `${event} ${url}`).toBe(true);
      expect(isStopped(event, APP_URL, false), `${event} in a frame`).toBe(true);
    }
    expect(isStopped('will-navigate', APP_URL)).toBe(false);
    expect(isStopped('will-attach-webview', APP_URL)).toBe(true);
  });
});

describe('requests of the page', () => {
  it('S25 reach nothing but Gesso itself', () => {
    for (const url of [APP_URL, 'app://gesso/media/files/1', 'blob:app://gesso/1', 'data:,x']) {
      expect(isRequestAllowed(url, true), url).toBe(true);
    }
    for (const url of [
      'https://example.com/',
      'http://127.0.0.1:1/',
      'ws://127.0.0.1/',
      'file:///etc/passwd',
      'ftp://x/',
      'app://other/',
      'devtools://devtools/x',
      'chrome-extension://x/',
      '',
    ]) {
      expect(isRequestAllowed(url, true), url).toBe(false);
    }
    expect(isRequestAllowed('devtools://devtools/x', false)).toBe(true);
  });

  it('S25 are filtered on the session', () => {
    const cancelled: unknown[] = [];
    type Listener = (details: { url: string }, answer: (result: unknown) => void) => void;
    const onBeforeRequest = (...[listener]: unknown[]) => {
      for (const url of ['https://example.com/', APP_URL])
        (listener as Listener)({ url }, (result) => cancelled.push(result));
    };
    installRequestFilter({ webRequest: { onBeforeRequest } }, true);
    expect(cancelled).toEqual([{ cancel: true }, { cancel: false }]);
  });
});

/** A guarded web contents, and what it would stop. */
function guarded() {
  const listeners = new Map<string, (event: { preventDefault(): void }) => void>();
  let openHandler: (() => { readonly action: 'deny' }) | undefined;
  const contents: GuardedContents = {
    on: (event, listener) => listeners.set(event, listener),
    setWindowOpenHandler: (handler) => {
      openHandler = handler;
    },
  };
  guardNavigation(contents);
  const isStopped = (event: string, url: string, isMainFrame = true) => {
    let stopped = false;
    const details = { url, isMainFrame, preventDefault: () => (stopped = true) };
    listeners.get(event)?.(details);
    return stopped;
  };
  return { isStopped, openHandler: () => openHandler?.(), events: [...listeners.keys()] };
}

/** Every name that Electron's types give to a permission. */
async function permissionNames(): Promise<readonly string[]> {
  const path = new URL('../../node_modules/electron/electron.d.ts', import.meta.url);
  const types = await readFile(path, 'utf8');
  const signatures = types.match(/setPermission(?:Request|Check)Handler\(handler: .*/gu) ?? [];
  const names = signatures.flatMap((signature) => {
    const union =
      /permission: ([^,]*?)(?:,|\))/u.exec(signature.replaceAll(/[()]/gu, ''))?.[1] ?? '';
    return [...union.matchAll(/'([a-zA-Z-]+)'/gu)].map((match) => match[1] ?? '');
  });
  return [...new Set(names)];
}
