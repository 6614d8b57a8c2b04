/** A clip is made of the picture and kept with its task; the picture goes on as it is. */
import type { StepModule } from './step.ts';

export const clipModule: StepModule<'clip'> = {
  plan: (_step, { size }) =>
    Promise.resolve({
      kind: 'video',
      calls: 1,
      pixels: size === undefined ? 0 : size.width * size.height,
      storedCalls: 0,
      isEstimate: size === undefined,
      size,
      isChanged: false,
    }),
  begin({ parameters, preparation }, { photo, connection }, { door }) {
    const request = {
      kind: 'video',
      picture: { photoId: photo.id },
      parameters,
      ...(preparation === undefined ? {} : { preparation }),
    } as const;
    const planned = door.plan(photo.id, { kind: 'request', request }, connection);
    return Promise.resolve({ is: 'calls', planned });
  },
};
