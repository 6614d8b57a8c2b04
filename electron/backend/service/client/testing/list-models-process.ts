/** Prints “trusted” or the error's code, before and after the system's list. Argument: base URL. */
import { createServiceClient } from '../index.ts';
import { trustSystemCertificates } from '../http/trusted-certificates.ts';
import { AppError } from '../../../../../shared/errors/app-error.ts';

const [baseUrl = ''] = process.argv.slice(2);

async function outcome(): Promise<string> {
  const client = createServiceClient({ baseUrl, key: 'k-1234' }, { environment: {} });
  try {
    await client.listModels({ retry: false });
    return 'trusted';
  } catch (error) {
    return error instanceof AppError ? String(error.details?.['error']) : String(error);
  } finally {
    client.close();
  }
}

const before = await outcome();
trustSystemCertificates((line) => process.stderr.write(line));
process.stdout.write(JSON.stringify([before, await outcome()]));
