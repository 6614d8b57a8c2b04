import { createServer, type ServerResponse } from 'node:http';
import type { CDPSession, Page } from 'playwright';
import { openChat, sendMessage } from '../../e2e/flows/chat.ts';
import { startModelServer } from '../../e2e/support/model-server.ts';
import { listen } from '../../electron/testing/listen.ts';
import { openSession, withGesso, withPage, type BenchContext } from './harness.ts';

export interface Writer {
  write(text: string): void;
  finish(): void;
}

export interface ChatPage {
  readonly page: Page;
  readonly session: CDPSession;
  begin(): Promise<Writer>;
}

interface Noted {
  /** Durations of tasks over 50 ms, ms. */
  readonly longTasks: readonly number[];
  /** Last change of the page's elements, ms since 1970. */
  readonly changedAt: number;
}

declare global {
  interface Window {
    benchNotes?: { longTasks: number[]; changedAt: number };
    beginText?: () => void;
  }
}

type Act<Result> = (page: ChatPage) => Promise<Result>;

async function installNotes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const notes = { longTasks: [] as number[], changedAt: 0 };
    window.benchNotes = notes;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) notes.longTasks.push(duration);
    }).observe({ type: 'longtask' });
    new MutationObserver((changes) => {
      // the speed of an answer changes twice a second while it waits
      const isStatus = (node: Node) => node.parentElement?.closest('[role="status"]') != null;
      if (changes.every(({ target }) => isStatus(target))) return;
      notes.changedAt = performance.timeOrigin + performance.now();
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });
}

/** Returns the notes so far and clears them. */
export async function takeNotes(page: Page): Promise<Noted> {
  const noted = await page.evaluate(() => {
    const notes = window.benchNotes;
    return notes && { changedAt: notes.changedAt, longTasks: notes.longTasks.splice(0) };
  });
  if (noted === undefined) throw new Error('The page takes no notes.');
  return noted;
}

export async function withChat<Result>(context: BenchContext, act: Act<Result>): Promise<Result> {
  await using server = await startModelServer();
  return await withGesso(
    context,
    async ({ page }) => {
      await openChat(page, server);
      await page.getByRole('button', { name: 'Model: First model' }).waitFor();
      const session = await openSession(page);
      const begin = async (): Promise<Writer> => {
        await page.getByRole('button', { name: 'New conversation', exact: true }).click();
        await sendMessage(page, 'Begin.');
        return await server.nextCall();
      };
      return await act({ page, session, begin });
    },
    installNotes,
  );
}

/** The `<pre>` stays scrolled to its end, as the chat does. */
export async function withPre<Result>(context: BenchContext, act: Act<Result>): Promise<Result> {
  const waiting: ((response: ServerResponse) => void)[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/stream') {
      response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
      response.flushHeaders();
      waiting.shift()?.(response);
    } else response.writeHead(200, { 'content-type': 'text/html' }).end(PRE_PAGE);
  });
  await using listening = await listen(server);
  return await withPage(context, async (page) => {
    await installNotes(page);
    await page.goto(listening.baseUrl);
    const session = await openSession(page);
    const begin = async (): Promise<Writer> => {
      const coming = new Promise<ServerResponse>((resolve) => waiting.push(resolve));
      await page.evaluate(() => {
        window.beginText?.(); // it ends with the text
      });
      const response = await coming;
      return { write: (text) => response.write(text), finish: () => response.end() };
    };
    return await act({ page, session, begin });
  });
}

const PRE_PAGE = `<!doctype html><meta charset="utf-8"><title>Bare</title><style>
    body { margin: 0; }
    div { height: 100vh; overflow: auto; }
    pre { white-space: pre-wrap; font: 15px/1.6 sans-serif; width: 820px; margin: 0 auto; }
  </style><div><pre></pre></div><script>
    window.beginText = async () => {
      const scroller = document.querySelector('div'), pre = document.querySelector('pre');
      pre.replaceChildren();
      const { body } = await fetch('/stream');
      for await (const text of body.pipeThrough(new TextDecoderStream())) {
        pre.append(text);
        scroller.scrollTop = scroller.scrollHeight;
      }
    };
  </script>`;
