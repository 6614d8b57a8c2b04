/** Tracks unanswered calls of a window by the frames on its connection. */
import type { Page } from 'playwright';

/** The type of a frame that cancels a request; a request itself has none. */
const ABORTED = 4;

interface OpenCalls {
  readonly open: Set<string>;
  waiting: (() => void)[];
}

const watched = new WeakMap<Page, OpenCalls>();

/** Resolves when each call has its first answer, so that everything requested is saved. */
export async function answered(page: Page): Promise<void> {
  const calls = watched.get(page);
  if (calls === undefined) throw new Error('The calls of this page are not watched.');
  if (calls.open.size === 0) return;
  await new Promise<void>((done) => calls.waiting.push(done));
}

/**
 * Call before the page is loaded.
 *
 * @returns takes a frame that the window has sent, where the browser does not see it at once
 */
export function watchCalls(page: Page): (frame: string | Buffer) => void {
  const calls: OpenCalls = { open: new Set(), waiting: [] };
  const { open } = calls;
  watched.set(page, calls);

  function change(act: () => void): void {
    act();
    if (open.size > 0) return;
    for (const done of calls.waiting) done();
    calls.waiting = [];
  }

  function sent(frame: string | Buffer): void {
    const { i: id, t: type } = read(frame);
    if (type === undefined) open.add(id);
    else if (type === ABORTED) change(() => open.delete(id));
  }

  page.on('websocket', (socket) => {
    // the socket of the page before a reload may not report its end
    change(() => open.clear());
    socket.on('framesent', ({ payload }) => sent(payload));
    socket.on('framereceived', ({ payload }) => change(() => open.delete(read(payload).i)));
    socket.on('close', () => change(() => open.clear()));
  });
  return sent;
}

/** A frame begins with JSON; bytes follow after 0xFF. */
function read(payload: string | Buffer): { readonly i: string; readonly t?: number } {
  if (typeof payload === 'string') return JSON.parse(payload) as { i: string };
  const end = payload.indexOf(0xff);
  const head = payload.subarray(0, end < 0 ? payload.length : end);
  return JSON.parse(head.toString()) as { i: string };
}
