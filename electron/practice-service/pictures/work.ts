import { type EditCall, editPicture, type PictureWorkerOptions } from '../edit/edit-picture.ts';
import { readUpscale, upscale } from '../upscale/upscale.ts';
import { readVideo } from '../video/call.ts';
import { makeVideo } from '../video/clip.ts';

export type Runners = ReturnType<typeof runners>;

export function runners(options: PictureWorkerOptions) {
  return {
    edit: (call: EditCall) => editPicture(call, options),
    'read-upscale': readUpscale,
    upscale,
    'read-video': readVideo,
    video: makeVideo,
  };
}
