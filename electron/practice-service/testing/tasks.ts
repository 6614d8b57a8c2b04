/** Sample photos, and waiting for tasks in tests. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { readJson, type Service } from '../test-support.ts';

/** Fields of a JSON object. */
type Fields = Readonly<Record<string, unknown>>;

/** Photographs that only tests use; the others are samples of the program. */
const OWN_PHOTOS: ReadonlySet<string> = new Set(['two-dogs', 'dandelions']);

/** A photograph, cut to a size. */
export async function samplePhoto(
  name: 'mountain-path' | 'two-dogs' | 'fig-in-a-bowl' | 'dandelions' | 'postcard',
  width: number,
  height: number,
): Promise<Buffer> {
  const folder = OWN_PHOTOS.has(name) ? './photos' : '../../../assets/samples';
  const file = await readFile(new URL(`${folder}/${name}.jpg`, import.meta.url));
  return sharp(file).resize(width, height).png().toBuffer();
}

/** The object in a field. */
export function objectIn(value: Fields, field: string): Fields {
  const found = value[field];
  if (typeof found !== 'object' || found === null) throw new Error(`${field} is no object.`);
  return Object.fromEntries(Object.entries(found));
}

/** The objects of a list in a field. */
export function listIn(value: Fields, field: string): Fields[] {
  const found = value[field];
  if (!Array.isArray(found)) throw new Error(`${field} is no list.`);
  return found.map((each: unknown) => objectIn({ each }, 'each'));
}

/** Asks again and again until the answer is as wanted; gives back all answers. */
export async function pollUntil(
  service: Service,
  path: string,
  isWanted: (answer: Fields) => boolean,
): Promise<Fields[]> {
  const answers: Fields[] = [];
  for (;;) {
    const answer = await readJson(await service.call(path));
    answers.push(answer);
    if (isWanted(answer)) return answers;
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  }
}

/** Polls a video task until it is over. */
export async function finishedVideo(service: Service, taskId: unknown): Promise<Fields> {
  const path = `/v3/async/task-result?task_id=${String(taskId)}`;
  const answers = await pollUntil(service, path, (answer) =>
    /_(?:SUCCEED|FAILED)$/u.test(String(objectIn(answer, 'task')['status'])),
  );
  return answers.at(-1) ?? {};
}

/** Polls an upscale task until it is over; the payload. */
export async function finishedUpscale(service: Service, taskId: unknown): Promise<Fields> {
  const path = `/v2/progress?task_id=${String(taskId)}`;
  const isOver = (answer: Fields): boolean =>
    [2, 3, 4].includes(Number(objectIn(answer, 'data')['status']));
  return objectIn((await pollUntil(service, path, isOver)).at(-1) ?? {}, 'data');
}
