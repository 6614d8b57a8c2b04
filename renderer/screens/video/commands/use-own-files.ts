import { backend } from '../../../core/backend/client.ts';
import { say } from '../../../core/ui/say.ts';
import { requestInFrame } from '../model/frame-settings.ts';
import { useVideoSession } from '../session/index.ts';
import { asVideoRequest } from '../model/form.ts';

/** @returns a function that takes the settings of our own files, and pictures for the form */
export function useTakeFiles(): (files: readonly File[]) => Promise<void> {
  const { slot } = useVideoSession();
  const takeOwnFile = useOwnFiles();
  return async (files) => {
    if (!(await takeOwnFile(files))) await slot.takeFiles(files);
  };
}

/** Largest file that is read: clips and their frames are a few megabytes. */
const MOST_BYTES = 100_000_000;

/** @returns a function that takes the first of the files; false if it is not one of ours */
export function useOwnFiles(): (files: readonly File[]) => Promise<boolean> {
  const session = useVideoSession();
  return async ([file]) => {
    if (file === undefined || file.size > MOST_BYTES) return false;
    try {
      const bytes = await file.arrayBuffer();
      const inFrame = requestInFrame(new Uint8Array(bytes));
      if (inFrame !== undefined) {
        await session.fill(inFrame.request, inFrame.seed);
        say('The form has the settings of this frame.');
        return true;
      }
      const found = await backend.video.findClip({ hash: await hashOf(bytes) });
      if (found === null) return false;
      const { request } = await backend.jobs.details({ jobId: found.jobId });
      const video = asVideoRequest(request);
      if (video === undefined) return false;
      await session.fill(video, undefined);
      session.clips.open(found.jobId);
      say('The form has the settings of this clip.');
      return true;
    } catch (thrown) {
      session.runs.fail(thrown);
      return true;
    }
  };
}

/** SHA-256 in hexadecimal digits. */
async function hashOf(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
