/** The calls of a window that are not answered yet, as the browser sees them on the line. */
import type { Page } from 'playwright';

/** The type of a frame that calls a request off; a request itself has none. */
const ABORTED = 4;

/** See the file comment. */
export interface OpenCalls {
  /** Resolves when each call has its first answer: what the window has asked to be kept is kept. */
  answered(): Promise<void>;
}

/** To be called before the page is loaded. */
export function watchCalls(page: Page): OpenCalls {
  const open = new Set<string>();
  let waiting: (() => void)[] = [];

  function change(act: () => void): void {
    act();
    if (open.size > 0) return;
    for (const done of waiting) done();
    waiting = [];
  }

  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      const { i: id, t: type } = read(payload);
      if (type === undefined) open.add(id);
      else if (type === ABORTED) change(() => open.delete(id));
    });
    socket.on('framereceived', ({ payload }) => change(() => open.delete(read(payload).i)));
    socket.on('close', () => change(() => open.clear()));
  });
  return {
    answered: () =>
      new Promise((done) => {
        waiting.push(done);
        change(() => undefined);
      }),
  };
}

/** A frame begins with JSON; bytes follow after 0xFF. */
function read(payload: string | Buffer): { readonly i: string; readonly t?: number } {
  if (typeof payload === 'string') return JSON.parse(payload) as { i: string };
  const end = payload.indexOf(0xff);
  const head = payload.subarray(0, end < 0 ? payload.length : end);
  return JSON.parse(head.toString()) as { i: string };
}
