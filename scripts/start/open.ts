/** Opens Gesso in Electron where that can run, otherwise through the browser host. */
import type { ElectronEnd } from './run-electron.ts';
import type { HostChoice } from '../../electron/terminal/start-order.ts';

/** The steps, given so that their order can be tested. */
export interface OpenSteps {
  /** Path of Electron's program, fetched if need be; `undefined` when it cannot be had. */
  findElectron(): Promise<string | undefined>;
  /** Whether a window can be shown at all. */
  hasScreen(): boolean;
  /** Builds and runs. */
  openInElectron(binary: string): Promise<ElectronEnd>;
  /** Builds, and runs until the window is closed. */
  openInBrowser(): Promise<void>;
  /** One line for the user. */
  say(line: string): void;
}

/**
 * @returns the exit code
 * @throws Error with a sentence when `--host electron` was asked for and cannot be had
 */
export async function open(host: HostChoice, steps: OpenSteps): Promise<number> {
  if (host !== 'browser') {
    const binary = await steps.findElectron();
    const isWanted = host === 'electron';
    if (binary !== undefined && (isWanted || steps.hasScreen())) {
      const end = await steps.openInElectron(binary);
      if (end.kind === 'ended') return end.code;
      const advice = end.advice === undefined ? '' : `\n${end.advice}`;
      const sentence = `Electron can’t run here: ${end.reason}.`;
      if (isWanted) throw new Error(sentence + advice);
      steps.say(`${sentence} Gesso opens in Chromium or Chrome instead.${advice}`);
    } else if (isWanted) {
      throw new Error(
        'Electron is not installed and cannot be fetched here. Start with "--host browser" to use Chromium or Chrome instead.',
      );
    } else {
      steps.say(
        binary === undefined
          ? 'Electron is not available here, so Gesso opens in Chromium or Chrome.'
          : 'There is no screen for Electron, so Gesso serves a browser instead.',
      );
    }
  }
  await steps.openInBrowser();
  return 0;
}
