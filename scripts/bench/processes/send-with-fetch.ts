/**
 * Sends a picture the plain way (everything in memory, `fetch`) and prints memory. Arguments: base
 * URL, key, picture, mask, where the answer goes.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { reportMemory } from './report-memory.ts';

const [baseUrl = '', key = '', imagePath = '', maskPath = '', answerPath = ''] =
  process.argv.slice(2);
await reportMemory(async (look) => {
  const body = JSON.stringify({
    extra: { response_image_type: 'png' },
    image_file: (await readFile(imagePath)).toString('base64'),
    mask_file: (await readFile(maskPath)).toString('base64'),
  });
  look();
  const response = await fetch(`${baseUrl}/v3/cleanup`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body,
  });
  const answer = (await response.json()) as { readonly image_file: string };
  look();
  await writeFile(answerPath, Buffer.from(answer.image_file, 'base64'));
});
