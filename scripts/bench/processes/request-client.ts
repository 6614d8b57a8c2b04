/**
 * The same picture and mask with Gesso's service client. Arguments: repetitions, base URL, picture,
 * mask, where the answer goes.
 */
import { byteSourceOfFile, createServiceClient } from '../../../electron/backend/service/index.ts';
import { reportWork } from './report-work.ts';

const [times = '1', baseUrl = '', picture = '', maskPath = '', answerPath = ''] =
  process.argv.slice(2);
const client = createServiceClient({ baseUrl, key: 'key' });
const image = await byteSourceOfFile(picture);
const mask = await byteSourceOfFile(maskPath);

await reportWork(Number(times), async () => {
  const request = { image, mask, responseType: 'png' } as const;
  const { byteLength } = await client.cleanup(request, { answerPath });
  return byteLength;
});
client.close();
