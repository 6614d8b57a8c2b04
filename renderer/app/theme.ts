/** The look: dense, calm, one accent colour; the picture is the brightest thing on the screen. */
import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** The accent. 5 is the mask's colour, 7 carries white text at AA. */
const rose: MantineColorsTuple = [
  '#ffe9ee',
  '#ffd1da',
  '#fba1b2',
  '#f66d88',
  '#f24264',
  '#f0274d',
  '#d81b42',
  '#c01038',
  '#ab0530',
  '#960027',
];

/** Neutral greys without a tint: colours of a photo must not be judged beside a coloured ground. */
const dark: MantineColorsTuple = [
  '#d6d6d6',
  '#b4b4b4',
  '#a0a0a0',
  '#7d7d7d',
  '#454545',
  '#343434',
  '#2a2a2a',
  '#1f1f1f',
  '#181818',
  '#111111',
];

export const theme = createTheme({
  primaryColor: 'rose',
  primaryShade: { light: 7, dark: 7 },
  colors: { rose, dark },
  defaultRadius: 'sm',
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'xs' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'lg' } },
    TextInput: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    // beside a photo a large coloured ground would shout; a coloured edge and the icon say enough
    Alert: {
      styles: {
        root: {
          backgroundColor: 'var(--gesso-notice)',
          border: '1px solid var(--gesso-line)',
          borderLeft: '3px solid var(--mantine-color-orange-6)',
        },
        title: { color: 'var(--mantine-color-text)' },
        message: { color: 'var(--mantine-color-text)' },
      },
    },
    Modal: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
  },
});
