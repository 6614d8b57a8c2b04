/**
 * Begins answers of a service that never says a word, stops each right after its start or as soon as
 * the service has it, and prints how long the service went on seeing the call, ms. Arguments: data
 * folder, repetitions.
 */
import { createServer } from 'node:http';
import { createBackendFixture } from '../../../electron/testing/backend-fixture.ts';
import { listen } from '../listen.ts';

const [folder = '', times = '1'] = process.argv.slice(2);
const calls = { open: 0, lastClosedAt: 0 };
let arrived = Promise.withResolvers<void>();
const server = await listen(
  createServer((request, response) => {
    calls.open += 1;
    request.resume();
    arrived.resolve();
    response.once('close', () => {
      calls.open -= 1;
      calls.lastClosedAt = performance.now();
    });
  }),
);
const fixture = await createBackendFixture({
  folder,
  service: { baseUrl: server.baseUrl, key: 'key' },
});
const { language } = fixture.client();
const milliseconds: number[] = [];
for (let repetition = 0; repetition < Number(times); repetition++) {
  arrived = Promise.withResolvers<void>();
  const { runId } = await language.start({ kind: 'completion', model: 'a', prompt: 'b' });
  // by turns: within the first millisecond, and when the call is there
  if (repetition % 2 === 1) await arrived.promise;
  const stoppedAt = performance.now();
  await language.stop({ runId });
  for await (const { end } of await language.follow({ runId, afterSequence: -1 })) {
    if (end !== undefined && end.state !== 'stopped') throw new Error(`It is ${end.state}.`);
  }
  // a call that was on its way may arrive, and end, after the stop
  for (let rest = 0; rest < 20 || calls.open > 0; rest++) {
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  milliseconds.push(Math.max(0, calls.lastClosedAt - stoppedAt));
}
process.stdout.write(JSON.stringify(milliseconds));
await fixture[Symbol.asyncDispose]();
await server[Symbol.asyncDispose]();
