import type { BoxStop } from '../../../../shared/geometry/box-edit.ts';
import {
  AdjustableBox as Box,
  type AdjustableBoxProps,
} from '../../../viewer/stage/box/AdjustableBox.tsx';
import type { CanvasCore } from '../canvas/index.ts';

export { focusBox } from '../../../viewer/stage/box/AdjustableBox.tsx';

const STOPS: Readonly<Record<BoxStop, string>> = {
  photo: 'edge of the photo',
  required: 'must cover the mask',
  smallest: 'smallest size',
  largest: 'largest size (16 MP)',
};

type Props = Omit<AdjustableBoxProps, 'stage' | 'stops' | 'mergeObstacle'> & {
  readonly core: CanvasCore;
};

export function AdjustableBox({ core, ...box }: Props) {
  return (
    <Box {...box} stage={core} stops={STOPS} mergeObstacle="No overlapping box to merge with." />
  );
}
