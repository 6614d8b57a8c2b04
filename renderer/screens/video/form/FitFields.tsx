import type { VideoForm } from '../../../../shared/contract/video-form.ts';
import type { PaddingFill } from '../../../../shared/geometry/working-frame.ts';
import { useVideoSession } from '../session/index.ts';
import { Row } from '../../../core/ui/Form.tsx';
import { ChoiceField } from '../../../core/ui/ChoiceField.tsx';
import { ColorField } from '../../../core/ui/ColorField.tsx';
import { choicesOf } from '../../../core/ui/choices-of.ts';

type Fit = 'crop' | 'keep' | 'whole';

const HINTS: Readonly<Record<Fit, string>> = {
  crop: 'Crop fills the frame and cuts off the rest.',
  keep: 'Keep uses all of the picture, scaled down to fit the frame.',
  whole: 'Whole adds a background before sending, so that nothing is cut off.',
};

const FILLS: readonly { readonly value: PaddingFill; readonly label: string }[] = [
  { value: 'blur', label: 'Blur' },
  { value: 'mirror', label: 'Mirror' },
  { value: 'color', label: 'Colour' },
];

const FIRST_COLOR = '#000000';

export function FitFields({ form }: { readonly form: VideoForm }) {
  const session = useVideoSession();
  const { padding, resizeMode } = form;
  const fit: Fit =
    padding !== null ? 'whole' : resizeMode === 'CROP_TO_ASPECT_RATIO' ? 'crop' : 'keep';

  function setFit(next: Fit): void {
    if (next === 'whole') session.change({ padding: { fill: 'blur' } });
    else {
      session.change({
        padding: null,
        resizeMode: next === 'crop' ? 'CROP_TO_ASPECT_RATIO' : 'ORIGINAL_RESOLUTION',
      });
    }
  }

  return (
    <>
      <ChoiceField
        label="Fit"
        hint={Object.values(HINTS).join(' ')}
        value={fit}
        choices={choicesOf({ crop: 'Crop', keep: 'Keep', whole: 'Whole' })}
        onChange={setFit}
      />
      {padding !== null && (
        <ChoiceField
          label="Background"
          hint="Fills the frame around the picture."
          choices={FILLS}
          value={padding.fill}
          onChange={(fill) =>
            session.change({
              padding: fill === 'color' ? { fill, color: padding.color ?? FIRST_COLOR } : { fill },
            })
          }
        />
      )}
      {padding?.fill === 'color' && (
        <Row label="Colour">
          {({ id }) => (
            <ColorField
              id={id}
              value={padding.color ?? FIRST_COLOR}
              popoverProps={{ withinPortal: true }}
              onChange={(color) => session.change({ padding: { fill: 'color', color } })}
            />
          )}
        </Row>
      )}
    </>
  );
}
