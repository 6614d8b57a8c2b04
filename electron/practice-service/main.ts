import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { createPracticeServer } from './server.ts';

const USAGE =
  'Usage: npm run practice -- [--port N] [--key K] [--think MILLISECONDS] [--speed TIMES]';

const EXIT_CODE = { cannotListen: 1, badArguments: 2 } as const;

await main();

async function main(): Promise<void> {
  const options = readArguments(process.argv.slice(2));
  if (options === null) {
    process.stderr.write(`${USAGE}\n`);
    process.exit(EXIT_CODE.badArguments);
  }
  // loaded here alone, so that no other start of the service can have it
  const { createSteering } = await import('./testing/steering.ts');
  const key = options.key ?? `practice-${randomBytes(18).toString('base64url')}`;
  const server = createPracticeServer({
    key,
    thinkMilliseconds: options.think,
    taskSpeed: options.speed,
    intercept: createSteering(),
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0));
  try {
    const { port } = await server.listen(options.port);
    process.stdout.write(`Practice service listening on http://127.0.0.1:${port}\n`);
    if (options.key === null) process.stdout.write(`Key: ${key}\n`);
  } catch (error) {
    process.stderr.write(`${explain(error, options.port)}\n`);
    process.exit(EXIT_CODE.cannotListen);
  }
}

function readArguments(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '0' },
        key: { type: 'string' },
        think: { type: 'string', default: '0' },
        speed: { type: 'string', default: '1' },
      },
    });
    const port = wholeNumber(values.port, 65_535);
    const think = wholeNumber(values.think, 3_600_000);
    const speed = wholeNumber(values.speed, 1_000_000);
    if (port === null || think === null || !speed || values.key === '') return null;
    return { port, key: values.key ?? null, think, speed };
  } catch {
    // parseArgs throws on unknown options; the usage sentence names the known ones
    return null;
  }
}

function wholeNumber(text: string, most: number): number | null {
  return /^\d{1,9}$/u.test(text) && Number(text) <= most ? Number(text) : null;
}

function explain(error: unknown, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE') {
    return `Port ${port} is already in use. Choose another one with --port, or --port 0 for a free one.`;
  }
  if (code === 'EACCES') {
    return `Port ${port} may not be used here. Choose one above 1023 with --port.`;
  }
  return `The practice service could not start: ${String(error)}`;
}
