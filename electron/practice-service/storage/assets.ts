/** The training pictures of the account, and the uploads for them. */
import { subtle } from 'node:crypto';
import type { ServiceClock } from '../clock.ts';
import { type PictureType, sniffFormat } from '../pictures/raster.ts';

/** One training picture: asked for, and perhaps uploaded. Times are Unix milliseconds. */
export interface TrainingAsset {
  readonly assets_id: number;
  readonly file_extension: PictureType;
  /** Where it is stored. */
  readonly key: string;
  readonly askedAt: number;
  /** The last upload, or null. */
  readonly upload: UploadedAsset | null;
}

/** An upload, as far as it is remembered. */
export interface UploadedAsset {
  readonly uploadedAt: number;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Container by its first bytes, which may not agree with the extension. */
  readonly format: string;
  /** `Content-Type` as sent, or null. */
  readonly contentType: string | null;
}

const NUMBERING = {
  /** The first identifier; larger than any count, so that it is not mistaken for one. */
  first: 410_001,
  /** Assets that are remembered. */
  remembered: 1000,
} as const;

/** The training pictures of the account, oldest first. */
export interface TrainingAssets {
  /** A new asset without content. */
  create(extension: PictureType): TrainingAsset;
  /** Notes an upload to a key; without effect where no asset has this key. */
  noteUpload(
    key: string,
    bytes: Uint8Array<ArrayBuffer>,
    contentType: string | null,
  ): Promise<void>;
  list(): readonly TrainingAsset[];
}

/** An account without training pictures. */
export function createTrainingAssets(clock: ServiceClock): TrainingAssets {
  const assets = new Map<string, TrainingAsset>();
  let next: number = NUMBERING.first;
  return {
    create: (extension) => {
      const id = next++;
      const key = `training/${id}.${extension}`;
      const asset: TrainingAsset = {
        assets_id: id,
        file_extension: extension,
        key,
        askedAt: clock.now(),
        upload: null,
      };
      assets.set(key, asset);
      for (const oldest of assets.keys()) {
        if (assets.size <= NUMBERING.remembered) break;
        assets.delete(oldest);
      }
      return asset;
    },
    noteUpload: async (key, bytes, contentType) => {
      const digest = await subtle.digest('SHA-256', bytes);
      const asset = assets.get(key);
      if (asset === undefined) return;
      assets.set(key, {
        ...asset,
        upload: {
          uploadedAt: clock.now(),
          bytes: bytes.byteLength,
          sha256: Buffer.from(digest).toString('hex'),
          format: sniffFormat(bytes),
          contentType,
        },
      });
    },
    list: () => [...assets.values()],
  };
}
