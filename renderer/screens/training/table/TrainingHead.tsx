import { Button } from '@mantine/core';
import { IconArrowsSort, IconFolderPlus, IconPhotoPlus } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { TRAINING_FILTERS, TRAINING_SORTS } from '../../../../shared/contract/training.ts';
import { filterChoices } from '../model/words.ts';
import { SearchField } from '../../../core/ui/SearchField.tsx';
import type { SearchText } from '../../../core/ui/search-text.ts';
import { Toolbar } from '../../../core/frame/Frame.tsx';
import { FilterChoice } from '../../../features/rows/ListFilters.tsx';
import { useTraining, training, useTrainingSummary } from '../session/use-training.ts';

import { Segments } from '../../../core/ui/Segments.tsx';

const SORTS: Readonly<Record<(typeof TRAINING_SORTS)[number], string>> = {
  state: 'Errors first',
  added: 'Newest first',
  name: 'Name',
  size: 'Largest first',
};

export function TrainingHead(props: {
  readonly search: RefObject<HTMLInputElement | null>;
  readonly sought: SearchText;
  readonly isEmpty: boolean;
  readonly onAddFiles: () => void;
  readonly onAddFolder: () => void;
}) {
  const { search, sought, isEmpty, onAddFiles, onAddFolder } = props;
  const { data: summary } = useTrainingSummary();
  const { filter, sort } = useTraining((state) => state.view);
  return (
    <Toolbar label="Training set">
      {!isEmpty && (
        <>
          {summary !== undefined && (
            <Segments
              aria-label="Show"
              data={filterChoices(summary, filter).map(({ value, label, count }) => ({
                value,
                label: `${label} ${count}`,
              }))}
              value={filter}
              onChange={(value) => {
                const next = TRAINING_FILTERS.find((each) => each === value);
                if (next !== undefined) training.setView({ filter: next });
              }}
            />
          )}
          <FilterChoice
            label="Order"
            icon={<IconArrowsSort size={16} />}
            data={TRAINING_SORTS.map((value) => ({ value, label: SORTS[value] }))}
            value={sort}
            onChange={(next) => training.setView({ sort: next })}
          />
          <SearchField ref={search} label="Search files" sought={sought} />
          <Button
            data-short="early"
            title="Add files…"
            leftSection={<IconPhotoPlus size={16} />}
            onClick={onAddFiles}
          >
            Add files…
          </Button>
          <Button
            data-short="early"
            title="Add folder…"
            leftSection={<IconFolderPlus size={16} />}
            onClick={onAddFolder}
          >
            Add folder…
          </Button>
        </>
      )}
    </Toolbar>
  );
}
