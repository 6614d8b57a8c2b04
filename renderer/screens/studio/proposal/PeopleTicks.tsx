/** Ticked people are added to the mask. */
import { Box, Checkbox } from '@mantine/core';
import { keepPresses } from '../../../core/ui/keep-presses.ts';
import { photoToScreen } from '../canvas/index.ts';
import { useCanvas, useStudio, useStudioSession } from '../session/index.ts';

/** Must be in the overlay of the canvas. */
export function PeopleTicks() {
  const found = useStudio((state) => state.selecting.people);
  const selecting = useStudioSession()?.selecting;
  const view = useCanvas((snapshot) => snapshot.view);
  if (found === undefined || view === undefined) return null;
  return found.people.map((person, index) => {
    const { x, y, width } = person.face;
    const at = photoToScreen(view, { x: x + width, y });
    return (
      // next to the face, so that a small one is not covered
      <Box
        key={`${x} ${y}`}
        ref={keepPresses}
        pos="absolute"
        p="2xs"
        ml="2xs"
        bg="var(--gesso-on-picture-line)"
        bdrs="sm"
        style={{ left: at.x, top: at.y, pointerEvents: 'auto' }}
      >
        <Checkbox
          aria-label={`Person ${index + 1}`}
          data-tip={`Person ${index + 1}: add to the mask`}
          checked={found.ticked.has(person)}
          onChange={({ currentTarget: { checked } }) => selecting?.tickPerson(person, checked)}
        />
      </Box>
    );
  });
}
