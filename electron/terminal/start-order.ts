/** Command line of Gesso, parsed in one place for `npm start`, the browser host and Electron. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type AppError, invalidInput } from '../../shared/errors/app-error.ts';
import { picturesAmong } from '../web-host/picture-arguments.ts';
import { readRecipeOrder, type RecipeOrder } from './recipe-order.ts';
import { USAGE_LINE } from './usage.ts';

/** `automatic`: Electron where available, otherwise a browser. */
export type HostChoice = 'automatic' | 'electron' | 'browser';

/** All paths are absolute. */
export interface StartOrder {
  readonly isHelp: boolean;
  readonly host: HostChoice;
  readonly recipe: RecipeOrder | undefined;
  /** `undefined` for the default. */
  readonly dataFolder: string | undefined;
  readonly pictures: readonly string[];
  /** Without the desktop's extras, see `ways-out.ts`. */
  readonly isPlain: boolean;
  /** Runs a self-check and exits. */
  readonly checksItself: boolean;
  /** Path of the check's report. */
  readonly report: string | undefined;
  /** For the browser host; 0: any free one. */
  readonly port: number;
  /** The browser host opens a window. */
  readonly shouldOpen: boolean;
  /** Longest wait for an answer of the service, seconds; `undefined` for the default. */
  readonly answerTimeout: number | undefined;
  /** Chromium's, as given. */
  readonly switches: readonly string[];
}

const OPTIONS = {
  'data-dir': { type: 'string' },
  'self-check': { type: 'boolean' },
  report: { type: 'string' },
  help: { type: 'boolean' },
  plain: { type: 'boolean' },
  recipe: { type: 'string' },
  to: { type: 'string' },
  yes: { type: 'boolean' },
  limit: { type: 'string' },
  host: { type: 'string' },
  port: { type: 'string' },
  'no-open': { type: 'boolean' },
  'answer-timeout': { type: 'string' },
} as const;

type OptionName = keyof typeof OPTIONS;

const ONLY_OF_RECIPES: ReadonlySet<OptionName> = new Set(['to', 'yes', 'limit']);
const OF_RECIPES: ReadonlySet<OptionName> = new Set([
  ...ONLY_OF_RECIPES,
  'recipe',
  'data-dir',
  'host',
]);
/** Options of the browser host, and of `npm start`, which selects one. */
const OF_BROWSER: readonly OptionName[] = ['port', 'no-open', 'answer-timeout'];
const OF_START: ReadonlySet<OptionName> = new Set(['host', ...OF_BROWSER]);

/**
 * SECURITY: S29 only the starting process reads its command line: a running one takes no orders.
 * @param options.isProgram Electron's own command line: without options that select a host
 * @throws AppError `invalid-input` with a sentence
 */
export function readStartOrder(
  given: readonly string[],
  options: { readonly folder: string; readonly isProgram?: boolean },
): StartOrder {
  const { folder, isProgram = false } = options;
  const { values, files, switches } = tokensOf(given, isProgram);
  const text = (name: OptionName) => values.get(name);
  const path = (name: OptionName) => {
    const value = values.get(name);
    return value === undefined ? undefined : resolve(folder, value);
  };
  const isHelp = values.has('help');
  const isRecipe = values.has('recipe') && !isHelp;
  for (const name of values.keys()) {
    if (isRecipe && !OF_RECIPES.has(name)) {
      throw wrong(`--${name} does not go with --recipe.`, USAGE_LINE);
    }
    if (!isRecipe && ONLY_OF_RECIPES.has(name) && !isHelp) {
      throw wrong(`--${name} works only with --recipe.`);
    }
  }
  if (values.has('report') && !values.has('self-check') && !isHelp) {
    throw wrong('--report works only with --self-check.');
  }
  return {
    isHelp,
    host: hostOf(values),
    recipe: isRecipe
      ? readRecipeOrder({
          recipe: text('recipe') ?? '',
          files: files.map((file) => resolve(folder, file)),
          to: path('to'),
          isAnswered: values.has('yes'),
          limit: text('limit'),
          dataFolder: path('data-dir'),
        })
      : undefined,
    dataFolder: path('data-dir'),
    pictures: isRecipe ? [] : picturesAmong(files, folder),
    isPlain: values.has('plain'),
    checksItself: values.has('self-check'),
    report: path('report'),
    port: portOf(text('port')),
    shouldOpen: !values.has('no-open'),
    answerTimeout: secondsOf(text('answer-timeout')),
    switches,
  };
}

/** The command line with the same meaning for Electron, from any folder. */
export function electronArguments(order: StartOrder): readonly string[] {
  const { recipe, dataFolder, report } = order;
  return [
    ...order.switches,
    ...(dataFolder === undefined ? [] : [`--data-dir=${dataFolder}`]),
    ...(order.isPlain ? ['--plain'] : []),
    ...(order.checksItself ? ['--self-check'] : []),
    ...(report === undefined ? [] : [`--report=${report}`]),
    ...(recipe === undefined
      ? order.pictures
      : [
          `--recipe=${recipe.recipe}`,
          `--to=${recipe.to}`,
          ...(recipe.isAnswered ? ['--yes'] : []),
          ...(recipe.limit === undefined ? [] : [`--limit=${recipe.limit / 10_000}`]),
          '--',
          ...recipe.files,
        ]),
  ];
}

/** Splits the command line. Values are not empty; an option without one has ''. */
function tokensOf(given: readonly string[], isProgram: boolean) {
  const values = new Map<OptionName, string>();
  const files: string[] = [];
  const switches: string[] = [];
  const { tokens } = parseArgs({
    args: [...given],
    allowPositionals: true,
    strict: false,
    tokens: true,
    options: OPTIONS,
  });
  for (const token of tokens) {
    if (token.kind === 'positional') files.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue = false } = token;
    const argument = given[token.index] ?? rawName;
    if (!isOption(name) || (isProgram ? OF_START.has(name) : name === 'plain')) {
      // In the program, one dash is Chromium's (and macOS's); several letters are parsed one by
      // one.
      if (rawName.startsWith('--') ? !isChromiumSwitch(name) : !isProgram) {
        throw wrong(`Gesso doesn’t know the option ${rawName}.`);
      }
      if (switches.at(-1) !== argument) switches.push(argument);
    } else if (OPTIONS[name].type === 'boolean') {
      if (value !== undefined) throw wrong(`--${name} takes no value.`);
      values.set(name, '');
    } else {
      const isMissing =
        value === undefined || value.trim() === '' || (!inlineValue && value.startsWith('-'));
      if (isMissing) throw wrong(NEEDS[name] ?? `--${name} needs a value.`);
      values.set(name, value);
    }
  }
  return { values, files, switches };
}

const NEEDS: Partial<Record<OptionName, string>> = {
  'data-dir': '--data-dir needs a folder.',
  report: '--report needs the name of a file.',
  recipe: '--recipe needs the name of a recipe.',
  to: '--to needs the folder that the finished files go to.',
};

function isOption(name: string): name is OptionName {
  return Object.hasOwn(OPTIONS, name);
}

function hostOf(values: ReadonlyMap<OptionName, string>): HostChoice {
  const host = values.get('host');
  const isForBrowser = OF_BROWSER.some((name) => values.has(name));
  if (host === undefined) return isForBrowser ? 'browser' : 'automatic';
  if (host !== 'electron' && host !== 'browser') {
    throw wrong(`--host must be “electron” or “browser”, not “${host}”.`);
  }
  if (host === 'electron' && isForBrowser) {
    throw wrong('--port, --no-open and --answer-timeout work only with --host browser.');
  }
  return host;
}

const DAY = 24 * 60 * 60;

function portOf(text = '0'): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw wrong(`--port must be a number from 0 to 65535, not “${text}”.`);
}

function secondsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (seconds > 0 && seconds <= DAY) return seconds;
  throw wrong(`--answer-timeout must be a number of seconds above 0, and at most ${DAY}.`);
}

function wrong(message: string, more = '“--help” lists the options.'): AppError {
  return invalidInput(`${message}\n${more}`);
}

/** Chromium has 1,500 switches. Families that start like Gesso's options are listed singly. */
const FAMILIES =
  /^(?:allow|angle|auth|blink|canvas|cc|crash|crashpad|default|diagnostic|disable|disk|dump|enable|experimental|field-trial|font|force|gpu|gtk|high-dpi|host-resolver|host-rules|ignore|inspect|js|lang|log|max|media|metrics|mojo|net-log|num-raster|original-process|ozone|password-store|proxy|remote|renderer|show|ssl|touch|trace|unsafely|use|user-data-dir|variations|wayland|webview|window|xdg-portal|xr)(?:[-_]|$)/u;

const NAMES: ReadonlySet<string> = new Set([
  'class',
  'display',
  'in-process-gpu',
  'incognito',
  'kiosk',
  'no-deprecation',
  'no-first-run',
  'no-proxy-server',
  'no-sandbox',
  'no-stdio-init',
  'no-warnings',
  'no-xshm',
  'no-zygote',
  'process-per-site',
  'single-process',
  'start-maximized',
  'test-type',
  'throw-deprecation',
  'v',
  'vmodule',
]);

/** @param name without dashes and value */
function isChromiumSwitch(name: string): boolean {
  return FAMILIES.test(name) || NAMES.has(name);
}
