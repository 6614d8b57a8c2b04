import { describe, expect, it } from 'vitest';
import { createLifecycle } from './lifecycle.ts';

/** A backend that is busy until the test ends it, and a record of events. */
function setUp({ staysWithoutWindow = false, running = 0 } = {}) {
  const events: string[] = [];
  const idle = Promise.withResolvers<void>();
  let closed = Promise.resolve();
  const lifecycle = createLifecycle({
    staysWithoutWindow: () => staysWithoutWindow,
    backend: {
      whenIdle: () => idle.promise,
      close({ isHurried }) {
        events.push(isHurried ? 'backend closed in a hurry' : 'backend closed');
        return closed;
      },
    },
    showWindow: () => events.push('window shown'),
    closeWindows: () => events.push('windows closed'),
    exit: (code) => events.push(`exit ${code}`),
    running: () => running,
    tell: (line) => events.push(line),
    writeLogLine: (line) => events.push(line),
  });
  /** Closing takes until the test ends it. */
  function close() {
    const closing = Promise.withResolvers<void>();
    closed = closing.promise;
    return closing;
  }
  return { lifecycle, events, becomeIdle: () => idle.resolve(), fail: idle.reject, close };
}

/** Everything that was waiting has gone on. */
function flush(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('quitting Gesso', () => {
  it('waits for paid work after the window was closed', async () => {
    const { lifecycle, events, becomeIdle } = setUp();
    lifecycle.windowsClosed();
    await flush();
    expect(events).toEqual([]);
    becomeIdle();
    await flush();
    expect(events).toEqual(['backend closed', 'exit 0']);
  });

  it('closes the windows first when the user quits', async () => {
    const { lifecycle, events, becomeIdle } = setUp();
    lifecycle.quitRequested();
    lifecycle.windowsClosed();
    lifecycle.quitRequested();
    expect(events).toEqual(['windows closed', 'windows closed']);
    becomeIdle();
    await flush();
    expect(events.slice(2)).toEqual(['backend closed', 'exit 0']);
  });

  it('happens on macOS when the user quits, not when the window is closed', async () => {
    const { lifecycle, events, becomeIdle } = setUp({ staysWithoutWindow: true });
    becomeIdle();
    lifecycle.windowsClosed();
    await flush();
    expect(events).toEqual([]);
    expect(lifecycle.quitRequested()).toBe('wait');
    await flush();
    expect(events).toEqual(['windows closed', 'backend closed', 'exit 0']);
  });

  it('never delays the end of the session: it waits for nothing', async () => {
    const { lifecycle, events } = setUp();
    lifecycle.windowsClosed(); // waits for paid work
    await flush();
    lifecycle.systemEnds();
    expect(lifecycle.quitRequested()).toBe('go');
    lifecycle.systemEnds();
    await flush();
    expect(events).toEqual(['backend closed in a hurry', 'exit 0']);
  });

  it('S29 is cancelled when Gesso is started again, and happens once later', async () => {
    const { lifecycle, events, becomeIdle } = setUp();
    lifecycle.windowsClosed();
    lifecycle.startedAgain();
    lifecycle.windowsClosed();
    lifecycle.startedAgain();
    becomeIdle();
    await flush();
    expect(events).toEqual(['window shown', 'window shown']);
    lifecycle.windowsClosed();
    await flush();
    lifecycle.startedAgain();
    expect(events.slice(2)).toEqual(['backend closed', 'exit 0']);
  });

  it.each([
    [0, 'calls that have left'],
    [1, 'one task'],
    [3, '3 tasks'],
  ])(
    'at Ctrl+C waits for paid work, names it (%i), and exits at once at the second',
    async (running, what) => {
      const { lifecycle, events } = setUp({ running });
      lifecycle.interrupted(false);
      expect(events).toEqual(['windows closed']);
      const line = `Gesso still waits for ${what}. Ctrl+C now ends it at once; a call that is broken off may be charged.`;
      await expect.poll(() => events).toEqual(['windows closed', line]);
      lifecycle.interrupted(true);
      await flush();
      expect(events.slice(2)).toEqual(['backend closed in a hurry', 'exit 0']);
    },
  );

  it('exits at once at the first Ctrl+C after the window was closed', async () => {
    const { lifecycle, events } = setUp();
    lifecycle.windowsClosed();
    lifecycle.interrupted(false);
    await flush();
    expect(events).toEqual(['backend closed in a hurry', 'exit 0']);
  });

  it('hurries at the second Ctrl+C while the backend closes, once', async () => {
    const { lifecycle, events, becomeIdle, close } = setUp();
    becomeIdle();
    const closing = close();
    lifecycle.interrupted(false);
    await flush();
    lifecycle.interrupted(true);
    lifecycle.interrupted(true);
    closing.resolve();
    await flush();
    const ends = ['backend closed', 'backend closed in a hurry', 'exit 0'];
    expect(events).toEqual(['windows closed', ...ends]);
  });

  it('prints nothing at Ctrl+C when there is nothing to wait for', async () => {
    const { lifecycle, events, becomeIdle } = setUp();
    becomeIdle();
    lifecycle.interrupted(false);
    await flush();
    expect(events).toEqual(['windows closed', 'backend closed', 'exit 0']);
  });

  it('says so when the backend fails', async () => {
    const { lifecycle, events, fail } = setUp();
    fail(new Error('broken'));
    lifecycle.windowsClosed();
    await flush();
    expect(events).toEqual(['end: Error: broken', 'exit 1']);
  });
});
