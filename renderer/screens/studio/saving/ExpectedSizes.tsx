import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { SaveOptions } from '../../../../shared/contract/export.ts';
import { backend } from '../../../base/backend/client.ts';
import { describeSizes, photosToMeasure, type MeasuredPhoto } from '../model/expected-sizes.ts';
import type { PhotoToSave } from '../model/saving-store.ts';
import { PAUSE } from './ExpectedSize.tsx';

type Encoding = Omit<SaveOptions, 'photoId'>;

interface Measured {
  readonly key: string;
  readonly photos: readonly MeasuredPhoto[];
}

/** @param props.isPaused measures nothing while files are saved */
export function ExpectedSizes(props: {
  readonly photos: readonly PhotoToSave[];
  readonly encoding: Encoding;
  readonly isPaused: boolean;
}) {
  const { photos, encoding, isPaused } = props;
  const key = JSON.stringify(encoding);
  const [settledKey] = useDebouncedValue(key, PAUSE);
  const [measured, setMeasured] = useState<Measured>({ key, photos: [] });
  useEffect(() => {
    if (isPaused) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const options = JSON.parse(settledKey) as Encoding;
    async function measure(): Promise<void> {
      const found: MeasuredPhoto[] = [];
      setMeasured({ key: settledKey, photos: [] });
      for (const photo of photosToMeasure(photos)) {
        const bytes = await bytesOf({ ...options, photoId: photo.id });
        if (signal.aborted) return;
        found.push({ photo, bytes });
        setMeasured({ key: settledKey, photos: [...found] });
      }
    }
    void measure();
    return () => controller.abort();
  }, [photos, settledKey, isPaused]);
  const current = measured.key === key ? measured.photos : [];
  return (
    <Text size="sm" role="status">
      {describeSizes(photos, current)}
    </Text>
  );
}

/** @returns `undefined` for a photo that cannot be saved: saving reports why */
async function bytesOf(options: SaveOptions): Promise<number | undefined> {
  try {
    return (await backend.export.expectedSize(options)).byteLength;
  } catch {
    return undefined;
  }
}
