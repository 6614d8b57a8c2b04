/** The picture of the next clip, with the working frame on it and the ways to fit it. */
import { IconButton } from '../../../base/ui/IconButton.tsx';
import { IconMaximize, IconMinimize } from '@tabler/icons-react';
import { PictureWell, useWellState } from '../../../pictures/wells/index.ts';
import { useVideoSession } from '../session/index.ts';
import { useOwnFiles } from '../commands/use-own-files.ts';
import classes from '../Video.module.css';
import { FrameFacts } from './FrameFacts.tsx';
import { useFramePlan } from './use-frame-plan.ts';
import { useIsPictureLarge } from './use-is-picture-large.ts';
import { WorkingFrame } from './WorkingFrame.tsx';

export function PicturePane({ isLarge = false }: { readonly isLarge?: boolean }) {
  const session = useVideoSession();
  const { photo } = useWellState(session.well);
  const plan = useFramePlan();
  const takeOwnFile = useOwnFiles();
  const isPictureLarge = useIsPictureLarge();
  const label = isPictureLarge ? 'Show the picture beside the form' : 'Show the picture large';
  return (
    <div className={isLarge ? classes['pictureLarge'] : classes['pictureSmall']}>
      <PictureWell
        well={session.well}
        name="Picture"
        hint="Drop or paste a picture here"
        sample="video"
        intercept={takeOwnFile}
        fitArea={plan?.frameOnPhoto}
        overlay={photo !== undefined && plan !== undefined && <WorkingFrame plan={plan} />}
        actions={
          <IconButton
            label={label}
            icon={isPictureLarge ? <IconMinimize size={16} /> : <IconMaximize size={16} />}
            variant="default"
            onClick={() => session.clips.showPictureLarge(!isPictureLarge)}
          />
        }
      >
        {plan !== undefined && <FrameFacts plan={plan} />}
      </PictureWell>
    </div>
  );
}
