/** A video call after its check, as the queue holds it. */
import type { VideoParameters } from './body.ts';
import type { Size } from './working-size.ts';

/** A checked call that waits for its turn. */
export interface VideoOrder {
  readonly parameters: VideoParameters;
  /** The seed that is used, as decimal text: the one that was asked for, or a random one. */
  readonly seed: string;
  /** Size of the frames. */
  readonly frame: Size;
  /** Size of the picture over which the camera moves. */
  readonly picture: Size;
  /** Its pixels, 3 bytes each (RGB). */
  readonly samples: Uint8Array<ArrayBuffer>;
}
