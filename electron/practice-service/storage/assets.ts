import { createHash } from 'node:crypto';
import { type PictureType, sniffFormat } from '../pictures/raster.ts';

const NUMBERING = {
  /** Larger than any count, so that an id is not mistaken for one. */
  first: 410_001,
  remembered: 1000,
} as const;

export function createTrainingAssets() {
  const assets = new Map<string, ReturnType<typeof newAsset>>();
  let next: number = NUMBERING.first;
  return {
    create(extension: PictureType) {
      const asset = newAsset(next++, extension);
      assets.set(asset.key, asset);
      for (const oldest of assets.keys()) {
        if (assets.size <= NUMBERING.remembered) break;
        assets.delete(oldest);
      }
      return asset;
    },
    /** Has no effect if no asset has this key. */
    noteUpload(key: string, bytes: Uint8Array): void {
      const asset = assets.get(key);
      if (asset === undefined) return;
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      asset.upload = { bytes: bytes.byteLength, sha256, format: sniffFormat(bytes) };
    },
    list: () => [...assets.values()],
  };
}

function newAsset(id: number, extension: PictureType) {
  return {
    assets_id: id,
    file_extension: extension,
    key: `training/${id}.${extension}`,
    /** The format is that of its first bytes, which may not agree with the extension. */
    upload: null as { bytes: number; sha256: string; format: string } | null,
  };
}
