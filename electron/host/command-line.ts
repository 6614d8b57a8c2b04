/** Switches with which a packaged Gesso does not start. */

/**
 * SECURITY: S4 switches that open the program to others or take its walls away. No fuse covers
 * them; Chromium has parsed them already, so all that is left is to end at once.
 */
export const REFUSED_SWITCHES = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-allow-origins',
  'inspect',
  'inspect-brk',
  'inspect-port',
  'js-flags',
  'no-sandbox',
  'disable-web-security',
  'disable-site-isolation-trials',
  'allow-file-access-from-files',
  'ignore-certificate-errors',
  'load-extension',
] as const;

/**
 * @param hasSwitch `app.commandLine.hasSwitch`
 * @returns the first refused switch that was given; always `undefined` during development
 */
export function refusedSwitch(
  isPackaged: boolean,
  hasSwitch: (name: string) => boolean,
): string | undefined {
  return isPackaged ? REFUSED_SWITCHES.find((name) => hasSwitch(name)) : undefined;
}
