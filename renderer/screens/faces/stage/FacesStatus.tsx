import type { Job } from '../../../../shared/contract/jobs.ts';
import { formatMegapixels } from '../../../core/ui/format.ts';
import { KeyHint, StatusEnd } from '../../../core/frame/Frame.tsx';
import { useBlendState } from '../../../viewer/blending/index.ts';
import { usePictureSlotState } from '../../../viewer/slots/index.ts';
import { useFaces, useFacesSession } from '../session/index.ts';
import { FACES } from '../commands/faces-commands.ts';
import { useKeyNames } from '../../../core/commands/shortcut-keys.ts';

export function FacesStatus({ job }: { readonly job: Job | undefined }) {
  const { shortcutKeys } = useKeyNames();
  const { blending, slots } = useFacesSession();
  const wellStates = [usePictureSlotState(slots.face), usePictureSlotState(slots.picture)];
  const open = useBlendState(blending, (state) => state.open);
  const areInputsShown = useFaces((state) => state.areInputsShown);
  const [output] = job?.outputs ?? [];
  if (open === undefined || output === undefined || areInputsShown) {
    if (wellStates.every(({ photo }) => photo === undefined)) return null;
    return (
      <StatusEnd>
        <KeyHint keys={shortcutKeys(FACES.crop)}>crop</KeyHint>
        <KeyHint keys={shortcutKeys(FACES.swap)}>swap</KeyHint>
      </StatusEnd>
    );
  }
  const { width, height } = open.described.base;
  return (
    <>
      <span>{`${width} × ${height} px`}</span>
      <span>{formatMegapixels(width, height)}</span>
      <span>{output.mediaType.replace(/^image\//u, '').toUpperCase()}</span>
      <StatusEnd>
        <KeyHint keys={['\\']}>hold for the picture</KeyHint>
        <KeyHint keys={shortcutKeys(FACES.side)}>face or picture</KeyHint>
      </StatusEnd>
    </>
  );
}
