import { EventEmitter } from 'node:events';
import type { Rectangle } from 'electron';

export interface FakeWindow {
  readonly options: Partial<Rectangle> & {
    readonly webPreferences?: { readonly devTools?: boolean };
  };
  readonly loaded: readonly string[];
  readonly webContents: EventEmitter;
  emit(event: string, ...parameters: readonly unknown[]): boolean;
  move(bounds: Rectangle): void;
  close(): void;
  isDestroyed(): boolean;
}

/** @param deps.events and `deps.windows` get what happens @returns the fake's `BrowserWindow` */
export function createWindowClass(deps: {
  readonly events: string[];
  readonly windows: FakeWindow[];
  readonly appEvents: EventEmitter;
}): new (options?: FakeWindow['options']) => FakeWindow {
  const { events, windows, appEvents } = deps;
  return class extends EventEmitter implements FakeWindow {
    readonly options: FakeWindow['options'];
    readonly loaded: string[] = [];
    isMaximized = () => this.#isMaximized;
    isMinimized = () => false;
    isFullScreen = () => false;
    isFocused = () => false;
    isDestroyed = () => this.#isClosed;
    isVisible = () => this.#isShown;
    getBounds = () => this.#bounds;
    getNormalBounds = () => this.#bounds;
    #bounds: Rectangle;
    #isShown = false;
    #isClosed = false;
    #isMaximized = false;
    readonly webContents = Object.assign(new EventEmitter(), {
      id: windows.length + 1,
      reload: () => events.push('reload'),
      forcefullyCrashRenderer: () => events.push('end page'),
      sendInputEvent: ({ type, keyCode }: { type: string; keyCode: string }) =>
        events.push(`${type} ${keyCode}`),
      startDrag: ({ file, icon }: { file: string; icon: unknown }) =>
        events.push(`drag ${file} ${String(icon)}`),
    });
    constructor(windowOptions: FakeWindow['options'] = {}) {
      super();
      this.options = windowOptions;
      const { x = 0, y = 0, width = 0, height = 0 } = windowOptions;
      this.#bounds = { x, y, width, height };
      windows.push(this);
      events.push('window');
    }
    loadURL(url: string): Promise<void> {
      this.loaded.push(url);
      return Promise.resolve();
    }
    show(): void {
      this.#isShown = true;
      events.push('show');
      this.emit('show');
    }
    showInactive(): void {
      this.#isShown = true;
      events.push('show inactive');
    }
    setProgressBar(bar: number): void {
      events.push(`progress ${bar}`);
    }
    focus(): void {
      events.push('focus');
    }
    maximize(): void {
      this.#isMaximized = true;
    }
    move(bounds: Rectangle): void {
      this.#bounds = bounds;
      this.emit('move');
    }
    destroy(): void {
      this.#isClosed = true;
      this.emit('closed');
      appEvents.emit('window-all-closed');
    }
    close(): void {
      events.push('close');
      this.emit('close');
      this.destroy();
    }
  };
}
