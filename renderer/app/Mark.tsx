/** The mark of the program, the same drawing as its icon. */
import { Box } from '@mantine/core';

export function Mark() {
  return (
    <Box component="svg" viewBox="0 0 64 64" w="var(--gesso-icon-lg)" aria-hidden>
      <path d="M9 46C16 23 34 13 52 15c-5 18-20 31-40 33z" fill="currentColor" />
      <circle cx="46" cy="46" r="8" fill="none" stroke="currentColor" strokeWidth="5" />
    </Box>
  );
}
