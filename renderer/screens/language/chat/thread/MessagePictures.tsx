/** Pictures of the library in a message. */
import type { MessagePicture } from '../../../../../shared/contract/language.ts';
import classes from './Thread.module.css';

export function MessagePictures({ pictures }: { readonly pictures: readonly MessagePicture[] }) {
  if (pictures.length === 0) return null;
  return (
    <div className={classes['pictures']}>
      {pictures.map(({ photoId, longestSide }, index) => (
        <img
          key={photoId}
          src={`/media/photo-thumbnails/${encodeURIComponent(photoId)}`}
          alt={`Picture ${index + 1}`}
          title={`Sent with at most ${longestSide} px on its longer side`}
        />
      ))}
    </div>
  );
}
