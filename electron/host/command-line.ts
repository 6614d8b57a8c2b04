/** SECURITY: S4 switches that weaken the program's protection; no fuse covers them. */
export const REFUSED_SWITCHES = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-allow-origins',
  'inspect',
  'inspect-brk',
  'inspect-port',
  'js-flags',
  'disable-web-security',
  'disable-site-isolation-trials',
  'allow-file-access-from-files',
  'ignore-certificate-errors',
  'load-extension',
  // Last, because only it is explained in a dialog, and only when it is alone.
  'no-sandbox',
] as const;

/** @returns the first refused switch; always `undefined` during development */
export function refusedSwitch(
  isPackaged: boolean,
  hasSwitch: (name: string) => boolean,
): string | undefined {
  return isPackaged ? REFUSED_SWITCHES.find((name) => hasSwitch(name)) : undefined;
}

interface Explanation {
  readonly title: string;
  readonly message: string;
}

/** The AppImage's launcher adds `--no-sandbox` if the system denies user namespaces. */
export function noSandboxExplanation(isAppImage: boolean): Explanation {
  const title = 'Gesso can’t start without its sandbox';
  return isAppImage
    ? {
        title,
        message:
          'This system doesn’t allow the AppImage to use the sandbox, which protects you from harmful pictures.\n\nInstall Gesso’s .deb package instead. It brings the AppArmor profile that Ubuntu 24.04 and later require.\n\nOn other systems, allow unprivileged user namespaces, then start Gesso again.',
      }
    : {
        title,
        message:
          'Gesso was started with --no-sandbox. The sandbox protects you from harmful pictures. Start Gesso again without this option.',
      };
}
