import { describe, expect, it } from 'vitest';
import { editedImageSchema, imageExtraFields } from './images.ts';

describe('the extra of an image operation', () => {
  it('is sent with the chosen values', () => {
    expect(imageExtraFields({ responseType: 'webp' })).toEqual({ response_image_type: 'webp' });
    expect(imageExtraFields({ responseType: 'png', enterprisePlan: false })).toEqual({
      response_image_type: 'png',
      enterprise_plan: { enabled: false },
    });
  });

  it('is refused when the type is unknown', () => {
    expect(() => imageExtraFields({ responseType: 'gif' as never })).toThrow(
      /type of the returned picture must be one of png, webp, jpeg, not “gif”/u,
    );
  });
});

describe('the answer of an image operation', () => {
  it('may name any type, or none', () => {
    for (const type of ['png', 'image/webp', 5, null, undefined, {}]) {
      expect(editedImageSchema.safeParse({ image_type: type }).success).toBe(true);
    }
  });
});
