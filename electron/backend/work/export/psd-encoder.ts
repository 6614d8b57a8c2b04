/** ag-psd writes no colour profile. Source: Adobe Photoshop File Formats Specification. */
import { writePsdUint8Array, type LayerMaskData, type PixelData } from 'ag-psd';
import type { Density } from '../../vision/imaging/reading/resolution.ts';
import type { Rect, Size } from '../../../../shared/geometry/rect.ts';

/** Rows of straight RGBA. */
export type PsdPixels = PixelData & { readonly data: Uint8Array };

export interface PsdLayer {
  readonly name: string;
  /** Photo space. */
  readonly rect: Rect;
  readonly isVisible: boolean;
  readonly pixels: PsdPixels;
  /** 0 … 1. */
  readonly opacity: number;
  /** One byte per pixel of the layer; 255 is opaque. */
  readonly mask: Uint8Array | undefined;
}

export interface PsdPhoto {
  readonly depth: 8;
  readonly name: string;
  readonly size: Size;
  readonly photo: PsdPixels;
  readonly merged: PsdPixels;
  /** Lowest first. */
  readonly layers: readonly PsdLayer[];
  readonly profile: Uint8Array | undefined;
  readonly density: Density | null;
}

export const PSD = {
  /** Bytes of the file header, before the length of the colour mode data. */
  header: 26,
  resolutionResource: 1005,
  profileResource: 1039,
} as const;

function resolution({ x, y }: Density) {
  return {
    horizontalResolution: x,
    horizontalResolutionUnit: 'PPI',
    widthUnit: 'Inches',
    verticalResolution: y,
    verticalResolutionUnit: 'PPI',
    heightUnit: 'Inches',
  } as const;
}

export function encodePsd(photo: PsdPhoto): Uint8Array {
  const { size, layers, density } = photo;
  const { width, height } = size;
  const psd = writePsdUint8Array(
    {
      width,
      height,
      imageData: photo.merged,
      imageResources: density === null ? {} : { resolutionInfo: resolution(density) },
      children: [
        { name: photo.name, top: 0, left: 0, imageData: photo.photo },
        ...layers.map(({ name, rect, isVisible, pixels, opacity, mask }) => ({
          name,
          top: rect.y,
          left: rect.x,
          hidden: !isVisible,
          opacity,
          imageData: pixels,
          ...(mask === undefined ? {} : { mask: maskOf(mask, rect) }),
        })),
      ],
    },
    { noBackground: true },
  );
  return photo.profile === undefined ? psd : withProfile(psd, photo.profile);
}

/** ag-psd reads a mask from the red channel; nothing outside belongs to the layer. */
function maskOf(weights: Uint8Array, { x, y, width, height }: Rect): LayerMaskData {
  const data = new Uint8Array(weights.length * 4);
  for (const [index, weight] of weights.entries()) data[index * 4] = weight;
  return { left: x, top: y, defaultColor: 0, imageData: { width, height, data } };
}

function withProfile(psd: Uint8Array, profile: Uint8Array): Uint8Array {
  const file = Buffer.from(psd.buffer, psd.byteOffset, psd.byteLength);
  const resourcesAt = PSD.header + 4 + file.readUInt32BE(PSD.header);
  const block = Buffer.alloc(12 + profile.byteLength + (profile.byteLength % 2));
  block.write('8BIM', 0, 'latin1');
  block.writeUInt16BE(PSD.profileResource, 4);
  block.writeUInt32BE(profile.byteLength, 8);
  block.set(profile, 12);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(file.readUInt32BE(resourcesAt) + block.length, 0);
  return Buffer.concat([
    file.subarray(0, resourcesAt),
    length,
    block,
    file.subarray(resourcesAt + 4),
  ]);
}
