/** Keeps the measures of the latest clip of each kind of request. */
import { z } from 'zod';
import type { VideoJobRequest } from '../../../../../shared/contract/job-requests.ts';
import { videoMeasureSchema, type VideoMeasure } from '../../../../../shared/contract/video.ts';
import type { Size } from '../../../../../shared/geometry/rect.ts';
import { sentPicture } from '../../../../../shared/geometry/working-frame.ts';
import { os } from '../../../service/common/procedures.ts';
import { storedJson } from '../../../library/row-values.ts';
import type { SettingsStore } from '../../../library/settings/settings-store.ts';
import type { StoredOutput } from '../log/job-output-store.ts';

export type VideoMeasures = ReturnType<typeof createVideoMeasures>;

const storedSchema = z.array(videoMeasureSchema);

export function createVideoMeasures(settings: Pick<SettingsStore, 'getInternal' | 'setInternal'>) {
  function read(connectionId: string): readonly VideoMeasure[] {
    // Unreadable ones are measured again.
    return storedJson(storedSchema, settings.getInternal(nameOf(connectionId))) ?? [];
  }

  return {
    measures: os.video.measures.handler(({ input }) => read(input.connectionId)),
    record(
      connectionId: string,
      request: VideoJobRequest,
      photo: Size,
      output: StoredOutput,
    ): void {
      const measure = measureOf(request, photo, output);
      if (measure === undefined) return;
      const others = read(connectionId).filter((each) => kindOf(each) !== kindOf(measure));
      settings.setInternal(nameOf(connectionId), JSON.stringify([measure, ...others]));
    },
  };
}

/** A webhook test brings no real clip. */
function measureOf(
  { parameters, preparation }: VideoJobRequest,
  photo: Size,
  { width, height, clip }: StoredOutput,
): VideoMeasure | undefined {
  if (width === undefined || height === undefined) return undefined;
  if (parameters.webhook?.testMode?.enabled === true) return undefined;
  const { width: sentWidth, height: sentHeight } = sentPicture(photo, preparation).size;
  const milliseconds = clip?.frameTimes.at(-1);
  return {
    resizeMode: parameters.resizeMode,
    responseType: parameters.responseVideoType ?? 'mp4',
    model: parameters.model,
    isInterpolated: parameters.frameInterpolation ?? false,
    sent: { width: sentWidth, height: sentHeight },
    output: { width, height },
    ...(clip === undefined ? {} : { frameCount: clip.frameCount }),
    ...(milliseconds === undefined || milliseconds <= 0 ? {} : { milliseconds }),
  };
}

function kindOf({ resizeMode, responseType, model, isInterpolated, sent }: VideoMeasure): string {
  const orientation = sent.width >= sent.height ? 'landscape' : 'portrait';
  return [resizeMode, responseType, model, isInterpolated, orientation].join(' ');
}

function nameOf(connectionId: string): string {
  return `video-measures ${connectionId}`;
}
