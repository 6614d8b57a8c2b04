/** Over the picture: the way to try upscalers on a part, with the price of the tries and of the whole. */
import { Button, CloseButton, TagsInput, Text } from '@mantine/core';
import { IconZoomScan } from '@tabler/icons-react';
import { UPSCALERS } from '../../../../shared/api/upscalers.ts';
import type { Photo } from '../../../../shared/contract/photos.ts';
import { MAX_TRIED_UPSCALERS } from '../../../../shared/contract/upscale-form.ts';
import { useActivePrices } from '../../../base/backend/prices.ts';
import { count } from '../../../base/ui/format.ts';
import { formatMoney } from '../../../base/ui/money.ts';
import { SetPrice } from '../../../work/jobs/SetPrice.tsx';
import { useUnshown } from '../../../pictures/viewer/unshown.ts';
import { useViewer } from '../../../pictures/viewer/viewer-context.ts';
import { TRY_SIDE, tryPartAround } from '../model/try-part.ts';
import { useUpscale, useUpscaleSession } from '../session/index.ts';
import { useTryShortcut } from '../commands/use-upscale-commands.ts';
import classes from './Stage.module.css';

export function TryBar({ photo }: { readonly photo: Photo }) {
  const session = useUpscaleSession();
  const viewer = useViewer();
  const tryPart = useUpscale((state) => state.tryPart);
  const tried = useUpscale((state) => state.form.triedUpscalers);
  const isSending = useUpscale((state) => state.isSending);
  const prices = useActivePrices();
  const isUnshown = useUnshown().has(photo.id);

  /** The middle of the part that is seen. */
  function begin(): void {
    const snapshot = viewer?.getSnapshot();
    if (snapshot === undefined) return;
    const { view, stage } = snapshot;
    const at = {
      x: (stage.width / 2 - view.x) / view.scale,
      y: (stage.height / 2 - view.y) / view.scale,
    };
    session.setTryPart(tryPartAround(photo, at));
  }
  useTryShortcut(() => (tryPart === undefined ? begin() : session.setTryPart(undefined)));

  if (tryPart === undefined) {
    return (
      <div className={classes['begin']}>
        <Button leftSection={<IconZoomScan size={16} />} onClick={begin}>
          Try on a part (T)
        </Button>
      </div>
    );
  }
  const price = prices.of('upscale');
  return (
    <div className={classes['bar']} role="group" aria-label="Try on this part">
      <div className={classes['line']}>
        <Text size="xs" c="dimmed">
          {TRY_SIDE > Math.min(photo.width, photo.height)
            ? 'The part in the box is sent once for each upscaler.'
            : `Move the box. Its ${TRY_SIDE} × ${TRY_SIDE} px are sent once for each upscaler.`}
        </Text>
        <CloseButton
          size="sm"
          aria-label="Stop trying"
          onClick={() => session.setTryPart(undefined)}
        />
      </div>
      <TagsInput
        size="xs"
        aria-label="Upscalers to try"
        placeholder={tried.length < MAX_TRIED_UPSCALERS ? 'Add an upscaler' : ''}
        data={[...UPSCALERS]}
        maxTags={MAX_TRIED_UPSCALERS}
        value={[...tried]}
        onChange={(triedUpscalers) => session.change({ triedUpscalers })}
      />
      <div className={classes['line']}>
        <Text size="xs" role="status">
          {prices.isPractice ? (
            'Practice: free.'
          ) : price === null ? (
            <>
              Cost unknown. <SetPrice kind="upscale" />
            </>
          ) : (
            `${formatMoney(price * tried.length)} for the tries, ${formatMoney(price)} for the whole picture.`
          )}
        </Text>
        <Button
          variant="filled"
          loading={isSending}
          disabled={tried.length === 0 || isUnshown}
          onClick={() => void session.tryUpscalers()}
        >
          Try {count(tried.length, 'upscaler')}
        </Button>
      </div>
    </div>
  );
}
