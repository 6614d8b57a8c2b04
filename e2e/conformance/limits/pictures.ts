/** The rows of "Limits" on the size of pictures: pixels, and 30 MB. */
import { expectAccepted, expectRefused } from '../support/answers.ts';
import { post, type Reply } from '../support/http.ts';
import { padded, plainPicture, portrait, THIRTY_MEGABYTES } from '../support/pictures.ts';
import type { Check, InputLimit } from '../support/rows.ts';
import type { Service } from '../support/service.ts';
import { VIDEO_PATH, videoBody } from '../support/video-tasks.ts';

/** Sides of a square of 16 megapixels, with a megapixel of 2^20 pixels. */
const SIXTEEN_MEGAPIXELS = 4096;

/** Makes a picture of a size. */
type Draw = (width: number, height: number) => Promise<string>;

/** One picture of a call, and its maximum size. */
interface PictureField {
  readonly row: InputLimit;
  readonly field: string;
  readonly width: number;
  readonly height: number;
  readonly draw: Draw;
  /** Sends a call with this picture; the others are small and valid. */
  readonly submit: (service: Service, picture: string) => Promise<Reply>;
}

/** Declares the checks of the four rows. */
export function declarePictureLimits(check: Check<InputLimit>, service: () => Service): void {
  // a face, which every call accepts, padded once for all
  const heavy = once(async () => padded(await portrait(24, 24), THIRTY_MEGABYTES));
  const heavier = once(async () => padded(await portrait(24, 24), THIRTY_MEGABYTES + 1));
  for (const picture of [VIDEO, REMOVE_TEXT, ...MERGE_FACE]) {
    declarePixels(check, service, picture);
    declareBytes(check, service, picture, { heavy, heavier });
  }
  declareCleanupPixels(check, service);
  for (const picture of CLEANUP) declareBytes(check, service, picture, { heavy, heavier });
}

const VIDEO: PictureField = {
  row: 'Input image size | img2video image_file | at most 2048 x 2048, 30 MB',
  field: 'image_file',
  width: 2048,
  height: 2048,
  draw: plainPicture,
  submit: (service, picture) => post(service, VIDEO_PATH, videoBody(picture)),
};

const REMOVE_TEXT: PictureField = {
  row: 'Input image size | remove-text image_file | at most 1024 x 1024, 30 MB',
  field: 'image_file',
  width: 1024,
  height: 1024,
  draw: plainPicture,
  submit: (service, picture) => post(service, '/v3/remove-text', { image_file: picture }),
};

const MERGE_FACE = (['face_image_file', 'image_file'] as const).map((field): PictureField => ({
  row: 'Input image size | merge-face face_image_file and image_file | at most 2048 x 2048, 30 MB each',
  field,
  width: 2048,
  height: 2048,
  draw: portrait,
  submit: async (service, picture) => {
    const other = await portrait(24, 24);
    const body = { face_image_file: other, image_file: other, [field]: picture };
    return post(service, '/v3/merge-face', body);
  },
}));

/** A mask has to have the size of its picture, so both are made larger together. */
const CLEANUP_ROW =
  'Input image size | cleanup image_file and mask_file | at most 16 megapixels, 30 MB each';

const CLEANUP = (['image_file', 'mask_file'] as const).map(
  (field) =>
    ({
      row: CLEANUP_ROW,
      field,
      submit: async (service: Service, picture: string) => {
        const other = await plainPicture(24, 24, '#000');
        return post(service, '/v3/cleanup', {
          image_file: other,
          mask_file: other,
          [field]: picture,
        });
      },
    }) as const,
);

function declarePixels(
  check: Check<InputLimit>,
  service: () => Service,
  { row, field, width, height, draw, submit }: PictureField,
): void {
  check(row, 'accepts', `${width} x ${height} in ${field}`, async () => {
    expectAccepted(await submit(service(), await draw(width, height)));
  });
  check(row, 'refuses', `one pixel more in ${field}, either way`, async () => {
    expectRefused(await submit(service(), await draw(width + 1, height)));
    expectRefused(await submit(service(), await draw(width, height + 1)));
    expectRefused(await submit(service(), await draw(width + 1, 64)));
  });
}

function declareBytes(
  check: Check<InputLimit>,
  service: () => Service,
  { row, field, submit }: Pick<PictureField, 'row' | 'field' | 'submit'>,
  pictures: Readonly<Record<'heavy' | 'heavier', () => Promise<string>>>,
): void {
  check(row, 'accepts', `30 MB in ${field}`, async () => {
    expectAccepted(await submit(service(), await pictures.heavy()));
  });
  check(row, 'refuses', `one byte more in ${field}`, async () => {
    expectRefused(await submit(service(), await pictures.heavier()));
  });
}

function declareCleanupPixels(check: Check<InputLimit>, service: () => Service): void {
  const largest = once(() => plainPicture(SIXTEEN_MEGAPIXELS, SIXTEEN_MEGAPIXELS, '#000'));
  const larger = once(() => plainPicture(SIXTEEN_MEGAPIXELS, SIXTEEN_MEGAPIXELS + 1, '#000'));
  const long = once(() => plainPicture(9000, 64, '#000'));
  const submit = async (image: () => Promise<string>, mask: () => Promise<string>) =>
    post(service(), '/v3/cleanup', { image_file: await image(), mask_file: await mask() });
  check(CLEANUP_ROW, 'accepts', '4096 x 4096 in both', async () => {
    expectAccepted(await submit(largest, largest));
  });
  check(CLEANUP_ROW, 'accepts', 'a side of any length with fewer pixels', async () => {
    expectAccepted(await submit(long, long));
  });
  check(CLEANUP_ROW, 'refuses', 'a row of pixels more in either', async () => {
    expectRefused(await submit(larger, larger));
    expectRefused(await submit(larger, largest));
    expectRefused(await submit(largest, larger));
  });
}

/** Caches a value that is computed on first use. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}
