import type { ElectronEnd } from './run-electron.ts';
import type { HostChoice } from '../../electron/terminal/start-order.ts';

/** Passed in, so that tests can check their order. */
export interface OpenSteps {
  /** Fetches Electron if need be; `undefined` if it cannot be had. */
  findElectron(): Promise<string | undefined>;
  hasScreen(): boolean;
  openInElectron(binary: string): Promise<ElectronEnd>;
  openInBrowser(): Promise<void>;
  say(line: string): void;
}

/** @throws Error if `--host electron` was asked for and cannot be had */
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
