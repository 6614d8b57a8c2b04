import { backend } from '../../../core/backend/client.ts';
import { loadSample } from '../../../core/backend/media.ts';
import { pickedItems } from '../../../features/files/file-input.ts';
import { training } from './use-training.ts';

/** Bytes that are left of the broken file: its header, and no picture. */
const BROKEN = 2000;

/** Adds the bundled photographs that are large enough, one of them twice and one cut off. */
export async function addSampleSet(): Promise<void> {
  try {
    const samples = (await backend.photos.samples()).filter(({ place }) => place !== 'upscale');
    const files = await Promise.all(samples.map(({ id }) => loadSample(id)));
    const [first] = files;
    if (first === undefined) return;
    await training.adding.add(
      pickedItems([
        ...files,
        new File([first], 'copy.jpg', { type: first.type }),
        new File([first.slice(0, BROKEN)], 'broken.jpg', { type: first.type }),
      ]),
    );
  } catch (thrown) {
    training.fail(thrown);
  }
}
