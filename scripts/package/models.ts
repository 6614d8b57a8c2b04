import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MODEL_FILES } from '../../electron/perception/model-files.ts';

/** SHA-256 of each file, of the versions in package.json. */
const MODEL_HASHES: Readonly<Record<keyof typeof MODEL_FILES, string>> = {
  objectEncoder: '18348d144bd357285285dbd75dacd8c44a2789ea63c5edbc908e681516e95246',
  objectDecoder: '800b1500d3e4422f9499706b75544b3604031e182f7f5f0f69f778e3512c4131',
  text: '30a86f5731181461d08021402766601e4302a9b9b9666be8aff402696339cdff',
  faces: '99bf9494d84f50acc6617d89873f71bf6635a841ea699c17cb3377f9507cfec3',
};

export function modelProblems(folder: string): readonly string[] {
  return Object.entries(MODEL_FILES).flatMap(([name, path]) => {
    const file = join(folder, path);
    if (!existsSync(file)) return [`${path} is missing`];
    const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
    return hash === MODEL_HASHES[name as keyof typeof MODEL_FILES]
      ? []
      : [`${path} is another one`];
  });
}
