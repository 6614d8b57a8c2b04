/** A picture of a screen’s work for its empty stage: before and after. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SamplePlace } from '../../../shared/contract/photos.ts';
import { queries } from '../../base/backend/client.ts';
import { ExamplePictures, PictureLabel } from '../../base/ui/EmptyStage.tsx';

/** `renderer/public/examples/<file>.webp`: the pictures of each example, the first one before. */
const EXAMPLES = {
  upscale: { files: ['upscale-before', 'upscale-after'], labels: ['80 px', '320 px'] },
  video: { files: ['video-1', 'video-2', 'video-3'], labels: ['Picture', 'Clip'] },
  picture: { files: ['faces-face', 'faces-picture', 'faces-after'], labels: ['Face', 'Result'] },
} as const satisfies Partial<Record<SamplePlace, unknown>>;

export function Example({ place }: { readonly place: keyof typeof EXAMPLES }) {
  const { files, labels } = EXAMPLES[place];
  const samples = useQuery(queries.photos.samples.queryOptions());
  const standIn = samples.data?.find((each) => each.place === place)?.thumbnailUrl;
  const [missing, setMissing] = useState<readonly string[]>([]);
  return (
    <ExamplePictures isSplit={place === 'upscale'}>
      {files.map((file) => {
        const url = missing.includes(file) ? standIn : `/examples/${file}.webp`;
        if (url === undefined) return <span key={file} />;
        return (
          <img
            key={file}
            src={url}
            alt=""
            onError={() => setMissing((before) => [...before, file])}
          />
        );
      })}
      <PictureLabel side="left">{labels[0]}</PictureLabel>
      <PictureLabel side="right">{labels[1]}</PictureLabel>
    </ExamplePictures>
  );
}
