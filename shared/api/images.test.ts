import { expect, it } from 'vitest';
import { editedImageSchema, imageExtraFields, sniffImageType } from './images.ts';

it('the extra of an image operation is sent with the chosen values', () => {
  expect(imageExtraFields({ responseType: 'webp' })).toEqual({ response_image_type: 'webp' });
  expect(imageExtraFields({ responseType: 'png', enterprisePlan: false })).toEqual({
    response_image_type: 'png',
    enterprise_plan: { enabled: false },
  });
});

it('the extra of an image operation is refused when the type is unknown', () => {
  expect(() => imageExtraFields({ responseType: 'gif' as never })).toThrow(
    /type of the returned picture must be one of png, webp, jpeg, not “gif”/u,
  );
});

it('the answer of an image operation may name any type, or none', () => {
  for (const type of ['png', 'image/webp', 5, null, undefined, {}]) {
    expect(editedImageSchema.safeParse({ image_type: type }).success).toBe(true);
  }
});

it('the type of a picture is detected by its first bytes', () => {
  const hex = ['89504e470d0a1a0a00000000', 'ffd8ffe0', '524946460000000057454250'];
  expect(hex.map((each) => sniffImageType(Buffer.from(each, 'hex')))).toEqual([
    'png',
    'jpeg',
    'webp',
  ]);
  for (const other of ['GIF89a', '<svg', '']) {
    expect(sniffImageType(Buffer.from(other))).toBeUndefined();
  }
});
