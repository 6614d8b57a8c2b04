/** Arguments: base URL, picture, mask, where the answer goes. Prints memory as JSON, bytes. */
import { byteSourceOfFile, createServiceClient } from '../index.ts';

const [baseUrl = '', imagePath = '', maskPath = '', answerPath = ''] = process.argv.slice(2);
const client = createServiceClient({ baseUrl, key: 'test-key' });
const image = await byteSourceOfFile(imagePath);
const mask = await byteSourceOfFile(maskPath);

const idle = process.memoryUsage.rss();
let peak = idle;
const look = () => {
  peak = Math.max(peak, process.memoryUsage.rss());
};
const timer = setInterval(look, 2);
const received = await client.cleanup(
  { image, mask, responseType: 'png' },
  { answerPath, onPhase: look },
);
clearInterval(timer);
client.close();
process.stdout.write(JSON.stringify({ idle, peak, byteLength: received.byteLength }));
