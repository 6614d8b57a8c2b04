import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NEEDED = ['dbus-run-session', 'gnome-keyring-daemon', 'dbus-send'] as const;

/** @returns the reason, as a sentence; `undefined` if a session can be started */
export function whyNoKeychainSession(): string | undefined {
  if (process.platform !== 'linux') return 'the Secret Service is only found on Linux.';
  const missing = NEEDED.filter((program) => !isOnPath(program));
  if (missing.length === 0) return undefined;
  return `${missing.join(' and ')} not found (on Debian: the packages gnome-keyring and dbus).`;
}

function isOnPath(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

export function inKeychainSession(command: readonly string[]): readonly [string, ...string[]] {
  const unlock =
    'printf throwaway | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1 && exec "$@"';
  return ['dbus-run-session', '--', 'sh', '-c', unlock, 'sh', ...command];
}

/**
 * Nothing of the user's own session: no keyring, no display for a prompt.
 * @param home folder of its own
 */
export function keychainEnvironment(home: string): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    HOME: home,
    XDG_RUNTIME_DIR: home,
    XDG_DATA_HOME: join(home, 'data'),
  };
  for (const name of ['DBUS_SESSION_BUS_ADDRESS', 'DISPLAY', 'WAYLAND_DISPLAY']) {
    delete environment[name];
  }
  return environment;
}
