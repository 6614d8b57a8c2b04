/** The options of `npm run bench --`. */
import { parseArgs } from 'node:util';

/** See the usage below. */
export interface BenchOptions {
  readonly repeat: number;
  /** Names of measurements; `undefined` for all. */
  readonly only: readonly string[] | undefined;
  readonly json: string | undefined;
}

export const BENCH_USAGE = `Usage: npm run bench -- [options]
  --repeat N    how often each measurement is repeated; medians are printed (default: 3)
  --only NAME   opening, painting, sending, request, memory, streaming, jobs, library,
                storage, starting or pictures; may be given again
  --json FILE   also write the figures as JSON
  --help        this text
`;

/**
 * @param names the measurements that there are
 * @throws Error with a sentence when an option is unknown or its value is wrong
 */
export function readBenchOptions(
  args: readonly string[],
  names: readonly string[],
): BenchOptions | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      repeat: { type: 'string', default: '3' },
      only: { type: 'string', multiple: true },
      json: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) return 'help';
  const repeat = Number(values.repeat);
  if (!Number.isInteger(repeat) || repeat < 1) {
    throw new Error(`--repeat is a whole number from 1, not “${values.repeat}”.`);
  }
  const unknown = values.only?.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new Error(`--only is one of ${names.join(', ')}, not “${unknown}”.`);
  }
  return { repeat, only: values.only, json: values.json };
}
