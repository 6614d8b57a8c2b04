import { expect, it } from 'vitest';
import {
  photoPartUrl,
  photoThumbnailUrl,
  thumbnailFileUrl,
  upscalePictureUrl,
} from '../../../shared/media.ts';
import { pictureBehind } from './shown-picture.ts';

it('finds the full picture behind a thumbnail, and reports when there is none', () => {
  expect(pictureBehind(photoThumbnailUrl('a', 'look'))).toEqual({ photoId: 'a' });
  expect(pictureBehind(thumbnailFileUrl('f', 'a'))).toEqual({ photoId: 'a' });
  expect(pictureBehind('/media/file-thumbnails/a')).toEqual({
    url: '/media/files/a',
    isSmall: false,
  });
  expect(pictureBehind('/media/samples/a')).toEqual({
    url: '/media/sample-files/a',
    isSmall: false,
  });
  expect(pictureBehind(upscalePictureUrl('a'))).toEqual({
    url: '/media/upscales/a',
    isSmall: false,
  });
  const part = photoPartUrl('a', { x: 1, y: 2, width: 3, height: 4 });
  expect(pictureBehind(part)).toEqual({ url: part, isSmall: true });
  expect(pictureBehind('/assets/guide.png')).toBeUndefined();
  expect(pictureBehind('blob:a')).toBeUndefined();
});
