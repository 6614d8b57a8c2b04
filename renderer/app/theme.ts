/** The look: dense, calm, one accent colour; the picture is the brightest thing on the screen. */
import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** The accent, a calm blue: red is left to errors and the mask. 7 carries white text at AA. */
const accent: MantineColorsTuple = [
  '#eaf2ff',
  '#d3e2fb',
  '#a9c6f6',
  '#7fabf0',
  '#5c95eb',
  '#4685e6',
  '#3272d2',
  '#2563bd',
  '#1f55a3',
  '#174283',
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
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 7 },
  colors: { accent, dark },
  defaultRadius: 'sm',
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none' } },
    Button: { defaultProps: { variant: 'default', size: 'xs' } },
    Checkbox: { defaultProps: { size: 'xs' } },
    SegmentedControl: { defaultProps: { size: 'xs' } },
    Select: { defaultProps: { allowDeselect: false } },
    Slider: { defaultProps: { size: 'sm' } },
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
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } },
    // closed at once: while a dialog is in the page, keys are its own
    Modal: {
      defaultProps: {
        closeButtonProps: { 'aria-label': 'Close' },
        transitionProps: { exitDuration: 0 },
      },
    },
    // a width that moves is laid out anew in each of its frames, and a run moves its bars all the time
    Progress: { defaultProps: { transitionDuration: 0 } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
  },
});
