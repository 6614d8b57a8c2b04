import { spawn } from 'node:child_process';
import type { App } from 'electron';
import { electronArguments, type StartOrder } from '../terminal/start-order.ts';

interface RelaunchDeps {
  readonly app: Pick<
    App,
    'getAppPath' | 'isPackaged' | 'once' | 'quit' | 'relaunch' | 'releaseSingleInstanceLock'
  >;
  readonly process: { readonly env: NodeJS.ProcessEnv; readonly execPath: string };
  /** Starts a program that outlives this one. */
  spawn(program: string, args: readonly string[]): void;
}

/**
 * Quits and starts Gesso again. Electron would start the program inside the AppImage, which is
 * unmounted by then, so the AppImage itself is started last, from a folder outside it.
 */
export function relaunch(deps: RelaunchDeps, order: StartOrder): void {
  const { app } = deps;
  const args = [...programArguments(app), ...electronArguments(order)];
  const image = ownImage(deps.process);
  if (image === undefined) app.relaunch({ args });
  else {
    app.once('quit', () => {
      app.releaseSingleInstanceLock();
      deps.spawn(image, args);
    });
  }
  app.quit();
}

/** In development, the program's folder. */
export function programArguments(app: Pick<App, 'isPackaged' | 'getAppPath'>): readonly string[] {
  return app.isPackaged ? [] : [app.getAppPath()];
}

/** A terminal that is an AppImage passes its variables on. */
function ownImage({ env, execPath }: RelaunchDeps['process']): string | undefined {
  const { APPIMAGE: image, APPDIR: mount } = env;
  return mount !== undefined && execPath.startsWith(`${mount}/`) ? image : undefined;
}

export function spawnDetached(
  program: string,
  args: readonly string[],
  onError: (error: Error) => void,
): void {
  spawn(program, args, { cwd: '/', detached: true, stdio: 'ignore' }).on('error', onError).unref();
}
