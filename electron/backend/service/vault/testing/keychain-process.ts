/** `get | set | status <service> <account>`, the secret on standard input. Prints JSON. */
import { text } from 'node:stream/consumers';
import { AppError } from '../../../../../shared/errors/app-error.ts';
import { createKeychain } from '../keychain.ts';

const [command, service, account = ''] = process.argv.slice(2);
const keychain = createKeychain({ service, timeoutMilliseconds: 10_000 });

async function run(): Promise<unknown> {
  switch (command) {
    case 'get':
      return await keychain.get(account);
    case 'set': {
      const set = await keychain.set(account, await text(process.stdin));
      return { set, got: await keychain.get(account), status: await keychain.status() };
    }
    case 'delete':
      return (await keychain.delete(account)) ?? 'deleted';
    default:
      return await keychain.status();
  }
}

const result = await run().catch((error: unknown) => {
  if (error instanceof AppError) return error.toData();
  throw error;
});
process.stdout.write(JSON.stringify(result));
