import { useMemo } from 'react';
import { BlendBrush, blendPatch, type OpenBlend } from '../../viewer/blending/index.ts';
import { useScreen } from '../../core/screen/screen-context.tsx';
import {
  PictureComparison,
  type NamedState,
} from '../../viewer/stage/comparing/PictureComparison.tsx';
import type { PicturePatch } from '../../viewer/stage/viewer-types.ts';
import { ZoomInToolbar } from '../../viewer/stage/toolbar-zoom.tsx';
import type { Comparing } from '../../viewer/stage/comparing/use-comparing.ts';
import type { ViewLink } from '../../viewer/stage/comparing/linked-views.ts';
import { useFaces, useFacesSession } from './session/index.ts';

const NONE: readonly PicturePatch[] = [];

interface Base {
  readonly id: string;
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

export function ResultView(props: {
  readonly base: Base;
  readonly open: OpenBlend | undefined;
  readonly link: ViewLink | undefined;
  readonly comparing: Comparing;
}) {
  const { base, open, link, comparing } = props;
  const session = useFacesSession();
  const { isInFront } = useScreen();
  const isComparing = useFaces((state) => state.isComparing) && open !== undefined;
  const { id, url, width, height } = base;
  const picture = useMemo(() => ({ id, url, size: { width, height } }), [id, url, width, height]);
  const below = open?.described.below ?? NONE;
  const patches = useMemo(
    () => (open === undefined ? NONE : [...open.described.below, blendPatch(open)]),
    [open],
  );
  const states = useMemo<readonly NamedState[]>(
    () => [
      { name: 'Picture', patches: below },
      { name: 'Result', patches },
    ],
    [below, patches],
  );
  return (
    <PictureComparison
      picture={picture}
      states={states}
      label="Result"
      isComparing={isComparing}
      comparing={comparing}
      patches={patches}
      link={link}
      isShown={isInFront}
      overlay={<BlendBrush session={session.blending} isOff={isComparing} />}
      onError={(error) => session.runs.fail(error)}
    >
      <ZoomInToolbar />
    </PictureComparison>
  );
}
