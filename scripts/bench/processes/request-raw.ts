/** Streams a file as the body of a request: the least that it can cost. Arguments: repetitions, base URL, file. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { request } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { reportWork } from './report-work.ts';

const [times = '1', baseUrl = '', path = ''] = process.argv.slice(2);
const { size } = await stat(path);

await reportWork(Number(times), async () => {
  const call = request(`${baseUrl}/v3/cleanup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': size },
  });
  const answered = new Promise<number>((resolve, reject) => {
    call.on('error', reject);
    call.on('response', (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () => resolve(bytes));
    });
  });
  await pipeline(createReadStream(path, { highWaterMark: 256 * 1024 }), call);
  return await answered;
});
