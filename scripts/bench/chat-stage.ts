/** Pages that show a text while it arrives: the chat, and a bare `<pre>`. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { CDPSession, Page } from 'playwright';
import { openChat, sendMessage } from '../../e2e/flows/chat.ts';
import { startModelServer, type ModelServer } from '../../e2e/support/model-server.ts';
import type { BenchContext } from './context.ts';
import { withGesso, withPage } from './gesso.ts';
import { startRelayProcess } from './server-process.ts';

/** One text that is being written. */
export interface Writer {
  write(text: string): void;
  finish(): void;
}

/** A page that shows what is written. */
export interface Stage {
  readonly page: Page;
  readonly session: CDPSession;
  /** Begins another text. */
  begin(): Promise<Writer>;
}

/** Frames and mutations of a page, noted by the page itself. */
interface Noted {
  readonly frames: number[];
  /** Of tasks over 50 ms, milliseconds. */
  readonly longTasks: number[];
  /** Of the last change of the page's elements, Unix milliseconds. */
  readonly changedAt: number;
}

/** Begins to note; to be called before the page is loaded. */
async function installNotes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const noted = { frames: [] as number[], longTasks: [] as number[], changedAt: 0 };
    Object.assign(globalThis, { noted });
    requestAnimationFrame(function tick(now) {
      noted.frames.push(now);
      requestAnimationFrame(tick);
    });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) noted.longTasks.push(duration);
    }).observe({ type: 'longtask' });
    new MutationObserver((changes) => {
      // the speed of an answer changes twice a second while it waits
      const isStatus = (node: Node) => node.parentElement?.closest('[role="status"]') != null;
      if (changes.every(({ target }) => isStatus(target))) return;
      noted.changedAt = performance.timeOrigin + performance.now();
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });
}

/** @returns the notes so far, and begins anew */
export function takeNotes(page: Page): Promise<Noted> {
  return page.evaluate(() => {
    const { noted } = globalThis as unknown as { noted: Noted };
    const copy = { ...noted, frames: [...noted.frames], longTasks: [...noted.longTasks] };
    noted.frames.length = 0;
    noted.longTasks.length = 0;
    return copy;
  });
}

/** The chat with an account whose answers are written here. */
export async function withChat<Result>(
  context: BenchContext,
  act: (stage: Stage) => Promise<Result>,
): Promise<Result> {
  await using server = await startModelServer();
  return await withGesso(
    context,
    async ({ page }) => {
      await openChat(page, server);
      await page.getByRole('button', { name: 'Model: First model' }).waitFor();
      const session = await page.context().newCDPSession(page);
      await session.send('Performance.enable');
      return await act({ page, session, begin: () => ask(page, server) });
    },
    installNotes,
  );
}

/** In a conversation of its own. */
async function ask(page: Page, server: ModelServer): Promise<Writer> {
  await page.getByRole('button', { name: 'New conversation', exact: true }).click();
  await sendMessage(page, 'Begin.');
  return await server.nextCall();
}

/** A page with nothing but a `<pre>`, which is kept at its end as the chat is. */
export function withBarePage<Result>(
  context: BenchContext,
  act: (stage: Stage) => Promise<Result>,
): Promise<Result> {
  return withPre(context, act, (baseUrl, see) => see(baseUrl));
}

/** The same with a process between the service and the page that does nothing but hand on. */
export function withRelayedPage<Result>(
  context: BenchContext,
  act: (stage: Stage) => Promise<Result>,
): Promise<Result> {
  return withPre(context, act, async (baseUrl, see) => {
    await using relay = await startRelayProcess(baseUrl);
    return await see(relay.baseUrl);
  });
}

/** @param reach opens the page at the address where it is to be seen */
async function withPre<Result>(
  context: BenchContext,
  act: (stage: Stage) => Promise<Result>,
  reach: (baseUrl: string, see: (baseUrl: string) => Promise<Result>) => Promise<Result>,
): Promise<Result> {
  const waiting: ((response: ServerResponse) => void)[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/stream') {
      response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
      response.flushHeaders();
      waiting.shift()?.(response);
    } else response.writeHead(200, { 'content-type': 'text/html' }).end(BARE_PAGE);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = address === null || typeof address === 'string' ? 0 : address.port;
  const see = (baseUrl: string): Promise<Result> =>
    withPage(context, async (page) => {
      await installNotes(page);
      await page.goto(baseUrl);
      const session = await page.context().newCDPSession(page);
      await session.send('Performance.enable');
      return await act({
        page,
        session,
        async begin() {
          const coming = new Promise<ServerResponse>((resolve) => waiting.push(resolve));
          await page.evaluate(() => {
            (globalThis as unknown as { begin: () => void }).begin();
          });
          const response = await coming;
          return { write: (text) => response.write(text), finish: () => response.end() };
        },
      });
    });
  try {
    return await reach(`http://127.0.0.1:${port}`, see);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const BARE_PAGE = `<!doctype html><style>body{margin:0}div{height:100vh;overflow:auto}pre{white-space:pre-wrap;font:15px/1.6 sans-serif;width:820px;margin:0 auto}</style>
<div><pre></pre></div>
<script>
  globalThis.begin = async () => {
    const scroller = document.querySelector('div'), pre = document.querySelector('pre');
    pre.replaceChildren();
    const { body } = await fetch('/stream');
    for await (const text of body.pipeThrough(new TextDecoderStream())) {
      pre.append(text);
      scroller.scrollTop = scroller.scrollHeight;
    }
  };
</script>`;
