/** What tells a job from others of the same picture, also where the library has to be asked. */
import { useQuery } from '@tanstack/react-query';
import type { Job } from '../../../shared/contract/jobs.ts';
import { queries } from '../../core/backend/client.ts';
import { settingsInWords } from './settings-words.ts';

/** As `settingsInWords`; for a merged face "Face of admiral.jpg", while the library has the photo. */
export function useSettingsWords(job: Job): string {
  const photoId = job.brief.kind === 'merge-face' ? job.brief.face.photoId : undefined;
  const { data } = useQuery({
    ...queries.photos.list.queryOptions({
      input: { photoIds: photoId === undefined ? [] : [photoId] },
    }),
    enabled: photoId !== undefined,
    staleTime: Infinity,
  });
  const [photo] = data ?? [];
  return photo === undefined ? settingsInWords(job) : `Face of ${photo.name}`;
}
