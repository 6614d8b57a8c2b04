/** Shortens the commands of one screen. */
import type { Command } from './commands.ts';

/** @param id without the screen's prefix */
export type CommandMaker = (
  id: string,
  title: string,
  shortcuts: readonly string[],
  run: () => void,
  obstacle?: () => string | undefined,
  keywords?: readonly string[],
) => Command;

/** @param prefix of the ids: the screen's own @param group a heading in the palette */
export function commandMaker(prefix: string, group: string): CommandMaker {
  return (id, title, shortcuts, run, obstacle, keywords) => ({
    id: `${prefix}.${id}`,
    title,
    group,
    shortcuts,
    run,
    ...(obstacle === undefined ? {} : { obstacle }),
    ...(keywords === undefined ? {} : { keywords }),
  });
}
