import type { Storage } from '../../../../shared/contract/storage.ts';
import { backend } from '../../../core/backend/client.ts';
import { formatBytes } from '../../../core/ui/format.ts';
import { SettingGroup } from '../../../core/ui/SettingRows.tsx';
import { LibraryOrder, LibraryWork, PlaceAction, useLibraryWork } from './library-work.tsx';

export function LibraryLocationRow(props: {
  readonly storage: Storage;
  readonly onChanged: () => void;
}) {
  const { storage, onChanged } = props;
  const { work, begun, isBusy } = useLibraryWork(onChanged);
  return (
    <SettingGroup>
      <PlaceAction
        name="Folder of the library"
        line={`${storage.folder}, ${formatBytes(storage.freeBytes)} free`}
        label="Move library…"
        field="Empty folder for the library"
        isBusy={isBusy}
        typesPlaces={storage.typesPlaces}
        begin={(typed) => backend.storage.move({ typed })}
        onBegun={begun}
      />
      <LibraryOrder storage={storage} orders={['move']} onChanged={onChanged} />
      <LibraryWork work={work} kinds={['move']} onStopped={begun} />
    </SettingGroup>
  );
}
