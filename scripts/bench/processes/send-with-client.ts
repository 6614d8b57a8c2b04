/**
 * Sends a picture with Gesso's service client and prints memory. Arguments: base URL, key, picture,
 * mask, where the answer goes.
 */
import { byteSourceOfFile, createServiceClient } from '../../../electron/backend/service/index.ts';
import { reportMemory } from './report-memory.ts';

const [baseUrl = '', key = '', imagePath = '', maskPath = '', answerPath = ''] =
  process.argv.slice(2);
const client = createServiceClient({ baseUrl, key });
const image = await byteSourceOfFile(imagePath);
const mask = await byteSourceOfFile(maskPath);
await reportMemory(async (look) => {
  await client.cleanup({ image, mask, responseType: 'png' }, { answerPath, onPhase: look });
});
client.close();
