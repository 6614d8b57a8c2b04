import { SimpleGrid } from '@mantine/core';
import { EmptyStage } from '../../../core/ui/EmptyStage.tsx';
import type { ViewLink } from '../../../viewer/stage/comparing/linked-views.ts';
import { useSample, usePictureSlotState } from '../../../viewer/slots/index.ts';
import { pickFiles } from '../../../features/files/file-input.ts';
import { useTakeFaces } from '../commands/use-take-faces.ts';
import type { FaceSlot } from '../model/part.ts';
import { useFacesSession } from '../session/index.ts';
import { Half } from './Half.tsx';
import { InputView } from './InputView.tsx';

const NAMES: Readonly<Record<FaceSlot, string>> = { face: 'Face', picture: 'Picture' };

export function InputsStage({ link }: { readonly link: ViewLink | undefined }) {
  const { slots } = useFacesSession();
  const take = useTakeFaces();
  const face = usePictureSlotState(slots.face).photo;
  const picture = usePictureSlotState(slots.picture).photo;
  const samples = { face: useSample('face'), picture: useSample('picture') };
  const hasSamples = samples.face !== undefined && samples.picture !== undefined;
  if (face === undefined && picture === undefined) {
    return (
      <EmptyStage
        example="faces"
        labels={['Face', 'Result']}
        title="Put a face into another picture"
        line={hasSamples ? 'Drop both here, or start with the samples.' : 'Drop both here.'}
        openLabel="Open pictures…"
        onOpen={() => pickFiles((files) => void take(files), undefined, true)}
        onSample={
          hasSamples
            ? () => {
                void slots.face.takeSample(samples.face ?? '');
                void slots.picture.takeSample(samples.picture ?? '');
              }
            : undefined
        }
      />
    );
  }
  return (
    <SimpleGrid cols={2} spacing="md" pos="absolute" inset={0} px="lg" pt="md" pb="lg">
      {(['face', 'picture'] as const).map((place) => {
        const photo = place === 'face' ? face : picture;
        return (
          <Half key={place} label={`${NAMES[place]} on the stage`} head={NAMES[place]} size={photo}>
            <InputView place={place} link={link} isToolbar={place === 'picture'} />
          </Half>
        );
      })}
    </SimpleGrid>
  );
}
