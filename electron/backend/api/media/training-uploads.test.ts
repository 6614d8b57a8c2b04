import { expect, it } from 'vitest';
import { recipeFileUrl, trainingUrl } from '../../../../shared/media.ts';
import { offeredFile } from './training-uploads.ts';

it('accepts files that are dated before 1970', () => {
  const given = { name: 'a.png', folder: '', byteLength: 3, modifiedAt: -86_400_000 };
  for (const path of [trainingUrl(given), recipeFileUrl('run', given)]) {
    const url = new URL(path, 'http://localhost');
    const request = new Request(url, { method: 'POST', body: 'abc' });
    expect(offeredFile(request, url.searchParams).file).toEqual(given);
  }
});
