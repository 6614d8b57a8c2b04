import { KeyHint, StatusEnd } from '../../../core/frame/Frame.tsx';
import { usePictureSlotState } from '../../../viewer/slots/index.ts';
import { describeArea, describePixels } from '../model/size-words.ts';
import { useOpenResult } from '../result/open-result.tsx';
import { useUpscale, useUpscaleSession } from '../session/index.ts';
import { UPSCALE } from '../upscale-commands.ts';
import { useKeyNames } from '../../../core/commands/shortcut-keys.ts';

export function UpscaleStatus() {
  const { shortcutKeys } = useKeyNames();
  const session = useUpscaleSession();
  const { photo } = usePictureSlotState(session.slot);
  const { job, shown } = useOpenResult();
  const areTriesShown = useUpscale((state) => state.tryIds !== undefined);
  const size = job === undefined ? photo : shown.result;
  if (size === undefined || areTriesShown) return null;
  return (
    <>
      <span>{describePixels(size)}</span>
      {describeArea(size).map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
      <StatusEnd>
        {job !== undefined && shown.result?.original !== undefined && (
          <KeyHint keys={['\\']}>hold for the original</KeyHint>
        )}
        {photo !== undefined && <KeyHint keys={shortcutKeys(UPSCALE.try)}>try on a part</KeyHint>}
      </StatusEnd>
    </>
  );
}
