/** The options of `npm start --`. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isRecipeOrder, readRecipeOrder } from '../../electron/terminal/recipe-order.ts';
import { RECIPE_USAGE } from '../../electron/terminal/usage.ts';

/** The program that shows Gesso. `automatic`: Electron where available, otherwise a browser. */
export type HostChoice = 'automatic' | 'electron' | 'browser';

export interface StartOptions {
  readonly host: HostChoice;
  /** Everything but `--host`, as the browser host takes it. */
  readonly browserArguments: readonly string[];
  /** The arguments for Electron. */
  readonly electronArguments: readonly string[];
}

export const USAGE = `Usage: npm start -- [options] [PICTURE …]
  --host electron|browser   the window to use; without it Electron where available
  --port N                  browser host: listen on this port (default: any free one)
  --data-dir DIR            keep the library in this folder
  --no-open                 browser host: print the address, open no window
  --answer-timeout SECONDS  browser host: how long the service may take to answer (default: 120)
  --self-check              try every part of Gesso in a hidden window, print a line a part, and end
  --report FILE             with --self-check: write the lines to this file, too
  --help                    this text

${RECIPE_USAGE}`;

/**
 * @throws Error with a sentence when an option is unknown or its value is wrong
 */
export function readStartOptions(args: readonly string[]): StartOptions | 'help' {
  if (isRecipeOrder(args)) return recipeOptions(args);
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      host: { type: 'string' },
      port: { type: 'string' },
      'data-dir': { type: 'string' },
      'no-open': { type: 'boolean' },
      'answer-timeout': { type: 'string' },
      'self-check': { type: 'boolean' },
      report: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) return 'help';
  const { host } = values;
  if (host !== undefined && host !== 'electron' && host !== 'browser') {
    throw new Error(`--host must be “electron” or “browser”, not “${host}”.`);
  }
  const isForBrowser =
    values.port !== undefined ||
    values['no-open'] === true ||
    values['answer-timeout'] !== undefined;
  if (host === 'electron' && isForBrowser) {
    throw new Error('--port, --no-open and --answer-timeout work only with --host browser.');
  }
  const checksItself = values['self-check'] === true;
  if (values.report !== undefined && !checksItself) {
    throw new Error('--report works only with --self-check.');
  }
  const report = values.report === undefined ? [] : [`--report=${resolve(values.report)}`];
  const check = checksItself ? ['--self-check', ...report] : [];
  const dataFolder = values['data-dir'];
  const pictures = positionals.map((path) => resolve(path));
  return {
    host: host ?? (isForBrowser ? 'browser' : 'automatic'),
    browserArguments: [
      ...(values.port === undefined ? [] : ['--port', values.port]),
      ...(dataFolder === undefined ? [] : ['--data-dir', dataFolder]),
      ...(values['no-open'] === true ? ['--no-open'] : []),
      ...(values['answer-timeout'] === undefined
        ? []
        : ['--answer-timeout', values['answer-timeout']]),
      ...check,
      ...pictures,
    ],
    electronArguments: [
      ...(dataFolder === undefined ? [] : [`--data-dir=${dataFolder}`]),
      ...check,
      ...pictures,
    ],
  };
}

/** An order for a recipe, for the host that has the library; it is handed on with absolute paths. */
function recipeOptions(args: readonly string[]): StartOptions | 'help' {
  if (args.includes('--help')) return 'help';
  const at = args.indexOf('--host');
  const given = at === -1 ? args : [...args.slice(0, at), ...args.slice(at + 2)];
  const host = at === -1 ? 'automatic' : args[at + 1];
  if (host !== 'automatic' && host !== 'electron' && host !== 'browser') {
    throw new Error(`--host must be “electron” or “browser”, not “${host ?? ''}”.`);
  }
  const order = readRecipeOrder(given, process.cwd());
  const handedOn = [
    `--recipe=${order.recipe}`,
    `--to=${order.to}`,
    ...(order.isAnswered ? ['--yes'] : []),
    ...(order.limit === undefined ? [] : [`--limit=${order.limit / 10_000}`]),
    ...(order.dataFolder === undefined ? [] : [`--data-dir=${order.dataFolder}`]),
    '--',
    ...order.files,
  ];
  return { host, browserArguments: handedOn, electronArguments: handedOn };
}
