/** A result over its picture, mixed; or both compared. */
import { useMemo } from 'react';
import { MixBrush, mixPatch, type OpenMix } from '../../../mixing/index.ts';
import { useScreen } from '../../../screen/screen-context.tsx';
import { PictureComparison, type NamedState, type ViewLink } from '../../../viewer/index.ts';
import { useFaces, useFacesSession } from '../session/index.ts';

export function ResultView(props: { readonly open: OpenMix; readonly link: ViewLink | undefined }) {
  const { open, link } = props;
  const session = useFacesSession();
  const { isInFront } = useScreen();
  const isComparing = useFaces((state) => state.isComparing);
  const { base, below } = open.described;
  const { id, url, width, height } = base;
  const picture = useMemo(() => ({ id, url, size: { width, height } }), [id, url, width, height]);
  const patches = useMemo(() => [...below, mixPatch(open)], [below, open]);
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
      patches={patches}
      link={link}
      hasPlainKeys={false}
      isShown={isInFront}
      overlay={<MixBrush session={session.mixing} isOff={isComparing} />}
      onClose={() => session.compare(false)}
      onError={(error) => session.fail(error)}
    />
  );
}
