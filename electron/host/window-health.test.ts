import type { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeElectron } from './testing/fake-electron.ts';
import { HEALTH, watchWindow } from './window-health.ts';

beforeEach(() => void vi.useFakeTimers());

/** A watched window, and what happened to it. */
function setUp(
  pressedButton: number | string | (number | string)[] = 0,
  isHidden = false,
  isShownEarly = false,
) {
  const fake = createFakeElectron({ userData: '/u', pressedButton });
  const window = new fake.electron.BrowserWindow();
  const lines: string[] = [];
  const trouble: string[] = [];
  const watched = watchWindow(window, {
    dialog: fake.electron.dialog,
    waysOut: [
      {
        label: 'Save report…',
        act: (happened) => {
          lines.push(`report ${happened}`);
          return 'again';
        },
      },
    ],
    isShownEarly,
    onTrouble: isHidden ? (sentence) => trouble.push(sentence) : undefined,
    now: Date.now,
    writeLogLine: (line) => lines.push(line),
  });
  const contents: EventEmitter = window.webContents;
  const crash = (reason = 'crashed') => contents.emit('render-process-gone', {}, { reason });
  return { window, watched, contents, crash, lines, trouble, events: fake.events };
}

/** Everything that was waiting has gone on. */
async function flush(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}

function count(events: readonly string[], event: string): number {
  return events.filter((each) => each === event).length;
}

describe('the health of a window', () => {
  it('is shown with its first frame, once', async () => {
    const { window, events } = setUp();
    expect(events).not.toContain('show');
    raise(window, 'ready-to-show');
    await vi.advanceTimersByTimeAsync(HEALTH.showAfter);
    expect(count(events, 'show')).toBe(1);
  });

  it.each(['its page is loaded', 'its page asks for its line'])(
    'is shown without a first frame, as on Wayland, when %s, and not again',
    async (what) => {
      const { contents, watched, events } = setUp(0, false, true);
      if (what === 'its page is loaded') contents.emit('did-finish-load');
      else watched.ready();
      expect(count(events, 'show')).toBe(1);
      contents.emit('did-finish-load');
      watched.ready();
      await vi.advanceTimersByTimeAsync(HEALTH.readyWithin);
      expect(count(events, 'show')).toBe(1);
      const { contents: others, watched: other, events: usual } = setUp();
      others.emit('did-finish-load');
      other.ready();
      expect(usual).not.toContain('show');
    },
  );

  it('is shown when its page cannot be loaded, with a way to retry', async () => {
    const { contents, events } = setUp();
    contents.emit('did-fail-load', {}, -3, 'ERR_ABORTED', 'app://gesso/', true);
    contents.emit('did-fail-load', {}, -6, 'ERR_FILE_NOT_FOUND', 'app://gesso/a.js', false);
    expect(events).not.toContain('show');
    contents.emit('did-fail-load', {}, -6, 'ERR_FILE_NOT_FOUND', 'app://gesso/', true);
    await flush();
    expect(events.slice(1)).toEqual([
      'show',
      'message box Gesso could not load its window.',
      'reload',
    ]);
  });

  it('reloads a crashed page up to three times in ten minutes, then asks', async () => {
    const { crash, events } = setUp();
    crash('clean-exit');
    for (let crashes = 0; crashes < 3; crashes++) crash();
    expect(count(events, 'reload')).toBe(3);
    crash();
    expect(events.at(-1)).toBe('message box Gesso’s window keeps crashing.');
    await flush();
    // the user has pressed Reload: the count begins anew
    expect(count(events, 'reload')).toBe(4);
    for (let crashes = 0; crashes < 3; crashes++) crash();
    expect(count(events, 'reload')).toBe(7);
  });

  it('forgets crashes after ten minutes', async () => {
    const { crash, watched, events } = setUp();
    for (let crashes = 0; crashes < 3; crashes++) crash();
    watched.ready();
    await vi.advanceTimersByTimeAsync(HEALTH.crashWindow);
    crash();
    expect(count(events, 'reload')).toBe(4);
    expect(events.join()).not.toContain('message box');
  });

  it('is closed when the user declines the page', async () => {
    const { window, crash, events } = setUp('Close window');
    for (let crashes = 0; crashes < 4; crashes++) crash();
    await flush();
    expect(window.isDestroyed()).toBe(true);
    expect(count(events, 'reload')).toBe(3);
  });

  it('says so when its page does not start within 20 seconds, and asks again after a report', async () => {
    const { watched, lines, events } = setUp(['Save report…', 'Reload']);
    await vi.advanceTimersByTimeAsync(HEALTH.readyWithin - 1);
    expect(events.join()).not.toContain('message box');
    await vi.advanceTimersByTimeAsync(1);
    expect(count(events, 'message box Gesso’s window does not start.')).toBe(2);
    expect(lines).toContain('report Gesso’s window does not start.');
    expect(count(events, 'reload')).toBe(1);
    // the page that was loaded again has asked for its line
    watched.ready();
    await vi.advanceTimersByTimeAsync(2 * HEALTH.readyWithin);
    expect(count(events, 'message box Gesso’s window does not start.')).toBe(2);
  });

  it('reports trouble of a hidden window without showing it', async () => {
    const { window, contents, crash, trouble, events } = setUp(0, true);
    raise(window, 'ready-to-show');
    await vi.advanceTimersByTimeAsync(HEALTH.readyWithin);
    crash();
    contents.emit('preload-error', {}, '/preload.cjs', new Error('no such module'));
    expect(trouble).toEqual([
      'Gesso’s window does not start.',
      'Gesso’s window keeps crashing.',
      'Gesso’s window has no connection to the program.',
    ]);
    expect(events).toEqual(['window']);
  });

  it('asks once whether to wait for a page that does not respond', async () => {
    const waiting = setUp(1);
    raise(waiting.window, 'unresponsive');
    raise(waiting.window, 'unresponsive');
    await flush();
    expect(count(waiting.events, 'message box Gesso is not responding.')).toBe(1);
    expect(waiting.events).not.toContain('reload');
    expect(waiting.window.isDestroyed()).toBe(false);
    const recovered = setUp('none');
    for (const event of ['unresponsive', 'responsive', 'unresponsive']) {
      raise(recovered.window, event);
      await flush();
    }
    // the first question went away by itself
    expect(count(recovered.events, 'message box Gesso is not responding.')).toBe(2);
    expect(recovered.events).not.toContain('reload');
  });

  it('withdraws its question about a hanging page when that page crashes and is reloaded', async () => {
    const { window, crash, lines, events } = setUp('none');
    raise(window, 'unresponsive');
    crash('killed');
    await flush();
    expect(count(events, 'reload')).toBe(1);
    // a question that is still open would keep this one away
    await vi.advanceTimersByTimeAsync(HEALTH.readyWithin);
    expect(lines).toContain('window: the page did not start');
    expect(events.at(-1)).toBe('message box Gesso’s window does not start.');
  });

  it('says that a page keeps crashing which does not respond before its fourth crash', async () => {
    const { window, crash, events } = setUp('none');
    for (let crashes = 0; crashes < 3; crashes++) crash();
    raise(window, 'unresponsive');
    raise(window, 'unresponsive');
    crash();
    await flush();
    expect(events.at(-1)).toBe('message box Gesso’s window keeps crashing.');
  });

  it('ends a page that hangs before it is reloaded, because it would ignore that', async () => {
    const hanging = setUp(0);
    raise(hanging.window, 'unresponsive');
    await flush();
    expect(hanging.events.slice(-2)).toEqual(['end page', 'reload']);
    hanging.crash('killed');
    expect(count(hanging.events, 'end page')).toBe(1);
    const stuck = setUp(0);
    await vi.advanceTimersByTimeAsync(HEALTH.readyWithin);
    expect(stuck.events.slice(-2)).toEqual(['end page', 'reload']);
  });
});

function raise(window: BrowserWindow, event: string): void {
  const emitter: EventEmitter = window;
  emitter.emit(event);
}
