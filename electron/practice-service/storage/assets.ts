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
  /** What was uploaded last, or null. */
  upload: UploadedAsset | null;
}

/** What is known of an upload. */
export interface UploadedAsset {
  readonly uploadedAt: number;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Container by its first bytes, whatever the extension says. */
  readonly format: string;
  /** `Content-Type` as sent, or null. */
  readonly contentType: string | null;
}

const numbering = {
  /** The first identifier; larger than any count, so that nobody takes it for one. */
  first: 410_001,
  /** Assets that are remembered. */
  remembered: 1000,
} as const;

/** The training pictures of the account, oldest first. */
export class TrainingAssets {
  readonly #clock: ServiceClock;
  readonly #assets = new Map<string, TrainingAsset>();
  #next: number = numbering.first;

  constructor(clock: ServiceClock) {
    this.#clock = clock;
  }

  /** A new asset without content. */
  create(extension: PictureType): TrainingAsset {
    const id = this.#next++;
    const key = `training/${id}.${extension}`;
    const asset: TrainingAsset = {
      assets_id: id,
      file_extension: extension,
      key,
      askedAt: this.#clock.now(),
      upload: null,
    };
    this.#assets.set(key, asset);
    for (const oldest of this.#assets.keys()) {
      if (this.#assets.size <= numbering.remembered) break;
      this.#assets.delete(oldest);
    }
    return asset;
  }

  /** Notes what was uploaded to a key. */
  async noteUpload(
    key: string,
    bytes: Uint8Array<ArrayBuffer>,
    contentType: string | null,
  ): Promise<void> {
    const digest = await subtle.digest('SHA-256', bytes);
    const asset = this.#assets.get(key);
    if (asset === undefined) return;
    asset.upload = {
      uploadedAt: this.#clock.now(),
      bytes: bytes.byteLength,
      sha256: Buffer.from(digest).toString('hex'),
      format: sniffFormat(bytes),
      contentType,
    };
  }

  list(): readonly TrainingAsset[] {
    return [...this.#assets.values()];
  }
}
