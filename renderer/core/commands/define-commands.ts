/**
 * Commands as their screen writes them, each once, in a table that imports nothing of the screen:
 * palette and shortcut editor also read those of screens that were never opened.
 */
import type { Command, CommandInfo } from './commands.ts';

interface CommandRow extends Pick<CommandInfo, 'title' | 'needs' | 'isLocal'> {
  readonly group?: string;
  readonly keys?: readonly string[];
  /** Further words and phrases that find it in the palette, separated by commas. */
  readonly words?: string;
  /** The command in whose place it stands at times, and whose keys and words it has. */
  readonly insteadOf?: string;
}

/** @param prefix of the ids, under which the user's keys and recent commands are stored */
export function defineCommands<Name extends string>(
  prefix: string,
  common: Pick<CommandInfo, 'group' | 'needs' | 'firstId'>,
  rows: Readonly<Record<Name, CommandRow>>,
): CommandTable<Name> {
  const all: Readonly<Record<string, CommandRow>> = rows;
  const define = ([name, row]: [string, CommandRow]): [string, CommandInfo] => {
    const { keys = [], words = '', insteadOf, ...more } = { ...all[row.insteadOf ?? name], ...row };
    const info = {
      ...common,
      ...more,
      id: `${prefix}.${name}`,
      shortcuts: keys,
      keywords: words === '' ? [] : words.split(', '),
    };
    return [name, insteadOf === undefined ? info : { ...info, keyId: `${prefix}.${insteadOf}` }];
  };
  // oxlint-disable-next-line no-unsafe-type-assertion -- the keys are those of the rows
  return Object.fromEntries(Object.entries(all).map(define)) as unknown as CommandTable<Name>;
}

export type CommandTable<Name extends string = string> = Readonly<Record<Name, CommandInfo>>;

/** The title is given where it changes. */
type Behaviour = (() => void) | (Pick<Command, 'run' | 'obstacle'> & { readonly title?: string });

/**
 * @param behaviours `undefined` for a command that the screen does not have now
 * @param obstacle of commands without one of their own
 */
export function bindCommands<Name extends string>(
  table: CommandTable<Name>,
  behaviours: Readonly<Record<NoInfer<Name>, Behaviour | undefined>>,
  obstacle?: () => string | undefined,
): readonly Command[] {
  return Object.entries<CommandInfo>(table).flatMap(([name, info]) => {
    // oxlint-disable-next-line no-unsafe-type-assertion -- both have the same keys
    const behaviour: Behaviour | undefined = behaviours[name as Name];
    if (behaviour === undefined) return [];
    const whole = typeof behaviour === 'function' ? { run: behaviour } : behaviour;
    return [
      {
        ...info,
        get title() {
          return whole.title ?? info.title;
        },
        ...((whole.obstacle ?? obstacle) && { obstacle: whole.obstacle ?? obstacle }),
        run: whole.run,
      },
    ];
  });
}
