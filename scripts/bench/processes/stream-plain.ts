/**
 * Receives a stream of events and parses it with eventsource-parser alone: the least that it can
 * cost. Arguments: base URL, repetitions.
 */
import { request } from 'node:http';
import { createParser } from 'eventsource-parser';
import { reportWork } from './report-work.ts';

const [baseUrl = '', times = '1'] = process.argv.slice(2);

await reportWork(Number(times), () => {
  let count = 0;
  const parser = createParser({ onEvent: () => (count += 1) });
  const decoder = new TextDecoder();
  return new Promise((resolve, reject) => {
    const call = request(`${baseUrl}/v3/openai/completions`, { method: 'POST' }, (response) => {
      response.on('data', (chunk: Buffer) => parser.feed(decoder.decode(chunk, { stream: true })));
      response.on('end', () => resolve(count));
    });
    call.on('error', reject);
    call.end('{}');
  });
});
