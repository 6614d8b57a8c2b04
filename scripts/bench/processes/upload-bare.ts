/**
 * Uploads files with nothing but Node: a POST for the address, a PUT of the file, several at once. Prints
 * the milliseconds. Arguments: base URL, key, folder of the files, uploads at once.
 */
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';

const [baseUrl = '', key = '', folder = '', atOnce = '1'] = process.argv.slice(2);

interface Ticket {
  readonly upload_url: string;
}

function post(): Promise<Ticket> {
  const body = JSON.stringify({ file_extension: 'png' });
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${baseUrl}/v3/assets/training_dataset`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        answer.on('end', () => resolve(JSON.parse(text) as Ticket));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function put(url: string, path: string, byteLength: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-length': byteLength };
    const outgoing = request(url, { method: 'PUT', headers }, (answer) => {
      answer.resume().on('end', () => {
        if (answer.statusCode === 200) resolve();
        else reject(new Error(`The storage answered ${answer.statusCode}.`));
      });
    });
    outgoing.on('error', reject);
    createReadStream(path, { highWaterMark: 256 * 1024 }).pipe(outgoing);
  });
}

const left = await readdir(folder);
const started = performance.now();
async function work(): Promise<void> {
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    const path = join(folder, name);
    const { upload_url: url } = await post();
    await put(url, path, (await stat(path)).size);
  }
}
await Promise.all(Array.from({ length: Number(atOnce) }, work));
process.stdout.write(JSON.stringify(performance.now() - started));
