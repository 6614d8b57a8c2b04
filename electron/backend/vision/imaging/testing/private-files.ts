/** Pictures with something private in every place that their containers have for it. */
import sharp, { type Sharp } from 'sharp';
import { noise } from '../../../../testing/pictures.ts';
import { pngChunk, riffChunk, segment } from '../writing/embed-metadata.ts';

/** In each private part of the files. */
export const SECRET = 'SECRET OF NOBODY';
const SIZE = { width: 60, height: 40 } as const;
const text = (begin = ''): Buffer => Buffer.from(`${begin}${SECRET}`, 'latin1');
const film = Buffer.concat([Buffer.from('\0\0\0\u0018ftypmp42', 'latin1'), text()]);

export interface PrivateFile {
  readonly name: string;
  make(): Promise<Buffer>;
}

const rgb = (): Sharp =>
  sharp(noise(SIZE.width, SIZE.height, 3), { raw: { ...SIZE, channels: 3 } });
const camera = {
  IFD0: { Make: SECRET, Artist: SECRET, Copyright: SECRET },
  IFD2: { LensModel: SECRET, UserComment: SECRET },
  IFD3: { GPSAreaInformation: SECRET, GPSLatitudeRef: 'N', GPSLatitude: '10/1 20/1 30/1' },
};

function inserted(file: Buffer, at: number, ...parts: readonly Buffer[]): Buffer {
  return Buffer.concat([file.subarray(0, at), ...parts, file.subarray(at)]);
}

function withSegments(jpeg: Buffer): Buffer {
  const applications = Array.from({ length: 16 }, (_, number) =>
    segment(0xe0 + number, 'Private\0', text()),
  );
  const names = [
    [0xe0, 'JFXX\0'],
    [0xe1, 'http://ns.adobe.com/xap/1.0/\0'],
    [0xe2, 'MPF\0'],
    [0xe2, 'FPXR\0'],
    [0xed, 'Photoshop 3.0\0'],
    [0xfe, ''],
  ] as const;
  const named = names.map(([marker, begin]) => segment(marker, begin, text()));
  return inserted(jpeg, 2, ...applications.flat(), ...named.flat());
}

/** Between the scans of a progressive file. */
function withCommentBetweenScans(jpeg: Buffer): Buffer {
  const second = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  return inserted(jpeg, second, ...segment(0xfe, '', text()), ...segment(0xe1, 'Exif\0\0', text()));
}

/** A small copy in JFIF: 1 × 1 pixels, and more than that. */
function withJfifThumbnail(jpeg: Buffer): Buffer {
  const thumbnail = Buffer.concat([
    Buffer.from([1, 2, 0, 0, 1, 0, 1, 4, 4]),
    text(),
    text(),
    text(),
  ]);
  return inserted(jpeg, 2, ...segment(0xe0, 'JFIF\0', thumbnail.subarray(0, 9 + 48)));
}

function withChunks(png: Buffer): Buffer {
  const chunks = [
    pngChunk('tEXt', text('Comment\0')),
    pngChunk('zTXt', text('Comment\0\0')),
    pngChunk('iTXt', text('XML:com.adobe.xmp\0\0\0\0\0')),
    pngChunk('tIME', Buffer.alloc(7, 1)),
    pngChunk('prVt', text()),
  ];
  const end = png.length - 12;
  return inserted(inserted(png, end, pngChunk('tEXt', text('Late\0'))), 33, ...chunks);
}

function withRiff(webp: Buffer, ...parts: readonly Buffer[]): Buffer {
  const file = Buffer.concat([webp, ...parts]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}

const jpeg = () => rgb().jpeg({ quality: 90 });
export const PRIVATE_FILES: readonly PrivateFile[] = [
  { name: 'camera.jpg', make: () => jpeg().withExif(camera).toBuffer() },
  { name: 'all segments.jpg', make: async () => withSegments(await jpeg().toBuffer()) },
  {
    name: 'between scans.jpg',
    make: async () => withCommentBetweenScans(await jpeg().jpeg({ progressive: true }).toBuffer()),
  },
  { name: 'thumbnail.jpg', make: async () => withJfifThumbnail(await jpeg().toBuffer()) },
  { name: 'film.jpg', make: async () => Buffer.concat([await jpeg().toBuffer(), film]) },
  {
    name: 'second picture.jpg',
    make: async () =>
      Buffer.concat([await jpeg().toBuffer(), withSegments(await jpeg().toBuffer())]),
  },
  {
    name: 'turned.jpg',
    make: () =>
      jpeg().withExif(camera).withIccProfile('p3').withMetadata({ orientation: 6 }).toBuffer(),
  },
  {
    name: 'cmyk.jpg',
    make: () => jpeg().toColourspace('cmyk').withExif(camera).toBuffer(),
  },
  { name: 'camera.png', make: () => rgb().png().withExif(camera).withIccProfile('p3').toBuffer() },
  { name: 'chunks.png', make: async () => withChunks(await rgb().png().toBuffer()) },
  {
    name: 'palette.png',
    make: async () => withChunks(await rgb().png({ palette: true }).toBuffer()),
  },
  { name: 'trailer.png', make: async () => Buffer.concat([await rgb().png().toBuffer(), film]) },
  {
    name: 'camera.webp',
    make: () => rgb().webp().withExif(camera).withIccProfile('p3').toBuffer(),
  },
  {
    name: 'chunks.webp',
    make: async () =>
      withRiff(
        await rgb()
          .ensureAlpha(0.5)
          .webp({ lossless: true })
          .withXmp(`<a>${SECRET}</a>`)
          .toBuffer(),
        riffChunk('prVt', text()),
      ),
  },
  {
    name: 'plain chunks.webp',
    make: async () => withRiff(await rgb().webp().toBuffer(), riffChunk('prVt', text())),
  },
  { name: 'trailer.webp', make: async () => Buffer.concat([await rgb().webp().toBuffer(), film]) },
  {
    name: 'animated.webp',
    make: async () => {
      const strip = sharp(noise(40, 60, 3), {
        raw: { width: 40, height: 60, channels: 3, pageHeight: 30 },
      });
      return await strip
        .webp({ loop: 2, delay: [40, 80] })
        .withExif(camera)
        .toBuffer();
    },
  },
];
