/** Applies `tokens.css` to Mantine, so that components need no CSS of their own. */
import {
  createTheme,
  rem,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { createElement, type FocusEvent } from 'react';

/** Shades that Mantine's own styles use by number; everything else uses tokens. */
const accent: MantineColorsTuple = [
  '#eaf2ff',
  '#d3e2fb',
  '#a9c6f6',
  '#7db0ff',
  '#5b9bff',
  '#4a8ff2',
  '#3272d2',
  '#1d5bc4',
  '#1a51ae',
  '#174283',
];

/** Neutral, because the colours of photos are judged next to them. */
const dark: MantineColorsTuple = [
  '#e6e6e6',
  '#cfcfcf',
  '#b0b0b0',
  '#8c8c8c',
  '#3a3a3a',
  '#3d3d3d',
  '#333333',
  '#1e1e1e',
  '#151515',
  '#0f0f0f',
];

/** Mantine's variables that tokens replace, in both colour schemes. */
const MANTINE_BY_TOKEN = {
  '--mantine-color-body': 'surface',
  '--mantine-color-text': 'text',
  '--mantine-color-bright': 'text',
  '--mantine-color-dimmed': 'text-2',
  '--mantine-color-placeholder': 'text-3',
  '--mantine-color-default': 'fill',
  '--mantine-color-default-hover': 'fill-hover',
  '--mantine-color-default-color': 'text',
  '--mantine-color-anchor': 'accent-text',
  '--mantine-color-error': 'negative',
  '--mantine-color-disabled': 'fill',
  '--mantine-color-disabled-color': 'text-off',
  '--mantine-color-disabled-border': 'fill',
  '--mantine-color-gray-light-hover': 'hover',
  // menus and messages; lines and tracks
  '--mantine-color-dark-6': 'raised',
  '--mantine-color-dark-4': 'line-control',
  '--mantine-color-gray-2': 'line-control',
  '--mantine-color-gray-3': 'line-control',
  '--mantine-primary-color-filled': 'accent',
} as const;

const VARIABLES = {
  ...Object.fromEntries(
    Object.entries(MANTINE_BY_TOKEN).map(([name, token]) => [name, `var(--gesso-${token})`]),
  ),
  '--mantine-color-default-border': 'transparent',
};

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  dark: VARIABLES,
  light: VARIABLES,
});

/** Heights and padding of buttons, by Mantine's sizes: 24, 32 and 40 px. */
const BUTTON_SIZES = {
  sm: ['var(--gesso-control-sm)', 'var(--gesso-space-xs)', 'var(--gesso-text-xs)'],
  md: ['var(--gesso-control-md)', 'var(--gesso-space-sm)', 'var(--gesso-text-sm)'],
  lg: ['var(--gesso-control-lg)', 'var(--gesso-space-md)', 'var(--gesso-text-sm)'],
} as const;

/** `xs` and the compact sizes are for rows and cards, `lg` for the main button only. */
function buttonVars(size: unknown) {
  const name = typeof size === 'string' ? size : 'sm';
  const step = name === 'lg' ? 'lg' : name.startsWith('compact-') || name === 'xs' ? 'sm' : 'md';
  const [height, padding, text] = BUTTON_SIZES[step];
  return { '--button-height': height, '--button-padding-x': padding, '--button-fz': text };
}

/**
 * White in dark, nearly black in light, and red for deletions. Other variants use Mantine's
 * colours.
 */
function mainColours(variant: unknown, color: unknown) {
  if (variant !== 'filled') return {};
  if (typeof color === 'string' && color.startsWith('red')) {
    return {
      '--button-bg': 'var(--gesso-negative-fill)',
      '--button-hover': 'var(--gesso-negative-fill)',
      '--button-color': 'var(--gesso-on-picture)',
    };
  }
  return {
    '--button-bg': 'var(--gesso-main)',
    '--button-hover': 'var(--gesso-main-hover)',
    '--button-color': 'var(--gesso-on-main)',
  };
}

/** A word or icon without a background. */
const SUBTLE = {
  bg: 'transparent',
  hover: 'var(--gesso-hover)',
  color: 'var(--gesso-text-2)',
  border: '1px solid transparent',
} as const;

const INPUT_VARS = {
  '--input-height': 'var(--gesso-control-md)',
  '--input-fz': 'var(--gesso-text-sm)',
  '--input-padding': 'var(--gesso-space-xs)',
  '--input-bg': 'var(--gesso-sunken)',
  '--input-bd': 'var(--gesso-line-control)',
  '--input-bd-focus': 'var(--gesso-focus)',
} as const;

const SMALL = { defaultProps: { size: 'sm' } } as const;

/** Mantine fills the entry that the keys are at with the primary colour. */
const GREY_ENTRY = {
  '--mantine-primary-color-filled': 'var(--gesso-selected)',
  '--mantine-primary-color-contrast': 'var(--gesso-text)',
} as const;

const CHOICES = { dropdown: GREY_ENTRY, option: { color: 'var(--gesso-text)' } } as const;

const CHEVRON = {
  rightSection: createElement(IconChevronDown, { size: 16 }),
  rightSectionPointerEvents: 'none',
} as const;

/** Keeps colours in a contrast theme of the system, which hides backgrounds. */
const OWN_COLOURS = { forcedColorAdjust: 'none' } as const;

/** Labels, descriptions and errors of fields, and tooltips. */
const NOTE = {
  font: 'var(--gesso-weight-text) var(--gesso-text-xs) / var(--gesso-line-xs) var(--gesso-font)',
} as const;

const INSIDE_WINDOW = {
  padding: 5,
  apply({ availableHeight, elements: { floating } }: Fitted): void {
    floating.style.maxHeight = `${availableHeight}px`;
    // submenus lie inside and would be clipped
    floating.style.overflowY = floating.scrollHeight > availableHeight ? 'auto' : '';
  },
};

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 5 },
  colors: { accent, dark },
  defaultRadius: 'md',
  fontFamily: 'var(--gesso-font)',
  fontFamilyMonospace: 'var(--gesso-mono)',
  fontSizes: {
    '2xs': rem(11),
    xs: rem(12),
    sm: rem(13),
    md: rem(15),
    lg: rem(20),
    xl: rem(28),
  },
  lineHeights: {
    '2xs': rem(16),
    xs: rem(16),
    sm: rem(20),
    md: rem(24),
    lg: rem(28),
    xl: rem(36),
  },
  spacing: {
    '3xs': rem(2),
    '2xs': rem(4),
    xs: rem(8),
    sm: rem(12),
    md: rem(16),
    lg: rem(24),
    xl: rem(32),
    '2xl': rem(48),
  },
  radius: { xs: rem(4), sm: rem(4), md: rem(6), lg: rem(10), xl: rem(10) },
  shadows: {
    sm: 'var(--gesso-shadow-float)',
    md: 'var(--gesso-shadow-over)',
    lg: 'var(--gesso-shadow-over)',
  },
  headings: { fontWeight: '600' },
  cursorType: 'pointer',
  // pressed buttons do not move
  activeClassName: '',
  respectReducedMotion: true,
  components: {
    Text: SMALL,
    Input: {
      ...SMALL,
      vars: (_theme: unknown, { variant }: ButtonProps) => ({
        wrapper: {
          ...INPUT_VARS,
          ...(variant === 'unstyled' && {
            '--input-bg': 'transparent',
            '--input-bd': 'transparent',
          }),
        },
      }),
    },
    InputWrapper: {
      ...SMALL,
      styles: { label: { ...NOTE, color: 'var(--gesso-text-2)' }, description: NOTE, error: NOTE },
    },
    Code: { vars: () => ({ root: { '--code-bg': 'var(--gesso-sunken)' } }) },
    Badge: {
      defaultProps: { variant: 'default', radius: 'sm', tt: 'none', fw: 500 },
      vars: () => ({
        root: {
          '--badge-height': 'var(--gesso-control-sm)',
          '--badge-fz': 'var(--gesso-text-xs)',
          '--badge-bg': 'var(--gesso-fill)',
          '--badge-color': 'var(--gesso-text)',
          '--badge-bd': '0',
          '--badge-padding-x': 'var(--gesso-space-xs)',
        },
      }),
    },
    Button: {
      defaultProps: { variant: 'default', size: 'sm' },
      vars: (_theme: unknown, { size, variant, color }: ButtonProps) => ({
        root: {
          ...buttonVars(size),
          ...mainColours(variant, color),
          ...(variant === 'subtle' && {
            '--button-bg': SUBTLE.bg,
            '--button-hover': SUBTLE.hover,
            '--button-color': color === undefined || color === 'gray' ? SUBTLE.color : undefined,
          }),
        },
      }),
    },
    ActionIcon: {
      defaultProps: { variant: 'subtle', color: 'gray', size: 'md' },
      vars: (_theme: unknown, { size, variant }: ButtonProps) => ({
        root: {
          '--ai-size': isSmall(size) ? 'var(--gesso-control-sm)' : 'var(--gesso-control-md)',
          ...(variant === 'subtle' && {
            '--ai-hover': SUBTLE.hover,
            '--ai-color': SUBTLE.color,
            '--ai-bd': SUBTLE.border,
          }),
        },
      }),
    },
    Select: {
      defaultProps: { allowDeselect: false, size: 'sm', ...CHEVRON },
      styles: CHOICES,
    },
    Autocomplete: { styles: CHOICES },
    Spotlight: { styles: { content: { background: 'var(--gesso-raised)', ...GREY_ENTRY } } },
    NativeSelect: { defaultProps: CHEVRON },
    Checkbox: {
      defaultProps: { size: 'sm', radius: 'sm' },
      vars: () => ({ root: { '--checkbox-size': 'var(--gesso-icon-sm)' } }),
      styles: { inner: { marginBlock: 'calc((var(--label-lh) - var(--checkbox-size)) / 2)' } },
    },
    Switch: {
      defaultProps: { size: 'xs', withThumbIndicator: false },
      styles: { track: OWN_COLOURS },
    },
    Slider: {
      defaultProps: { size: 'sm' },
      vars: () => ({
        root: {
          '--slider-size': 'var(--gesso-space-2xs)',
          '--slider-thumb-size': 'var(--gesso-thumb)',
          '--slider-color': 'var(--gesso-text-2)',
          '--slider-track-bg': 'var(--gesso-line-control)',
        },
      }),
      styles: {
        root: OWN_COLOURS,
        thumb: {
          background: 'var(--gesso-text)',
          border: 0,
          boxShadow: '0 0 0 var(--gesso-outline) var(--gesso-surface)',
        },
      },
    },
    Menu: { defaultProps: { radius: 'lg', shadow: 'md' } },
    MenuDropdown: { defaultProps: { onFocus: markFocused } },
    MenuSub: { defaultProps: { middlewares: { shift: { crossAxis: true }, size: INSIDE_WINDOW } } },
    Popover: {
      defaultProps: {
        radius: 'lg',
        shadow: 'md',
        middlewares: { flip: { fallbackStrategy: 'bestFit' }, size: INSIDE_WINDOW },
      },
    },
    // mounts the list on opening: laying out each closed one took up to 10 ms
    Combobox: {
      defaultProps: { radius: 'lg', shadow: 'md', keepMounted: false },
      styles: CHOICES,
    },
    NavLink: {
      vars: () => ({
        root: {
          '--nl-bg': 'var(--gesso-selected)',
          '--nl-hover': 'var(--gesso-selected)',
          '--nl-color': 'var(--gesso-text)',
        },
        children: {},
      }),
      styles: { root: { borderRadius: 'var(--gesso-radius-md)' } },
    },
    Alert: {
      defaultProps: { radius: 'md' },
      vars: () => ({ root: { '--alert-bg': 'var(--gesso-notice-soft)', '--alert-bd': '0' } }),
      styles: {
        root: {
          padding: 'var(--gesso-space-xs) var(--gesso-space-sm)',
          color: 'var(--gesso-text)',
        },
        icon: { marginInlineEnd: 'var(--gesso-space-xs)', color: 'var(--gesso-notice)' },
        // long names in it wrap
        body: { minWidth: 0 },
        message: { color: 'var(--gesso-text)' },
        closeButton: { color: 'var(--gesso-text-2)' },
      },
    },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } },
    // without a transition: a dialog takes all keys until it is gone
    Modal: {
      defaultProps: {
        radius: 'lg',
        shadow: 'md',
        closeButtonProps: { 'aria-label': 'Close' },
        transitionProps: { exitDuration: 0 },
        lockScroll: false, // the page never scrolls
      },
      styles: {
        content: { background: 'var(--gesso-raised)' },
        header: {
          minHeight: 'var(--gesso-bar)',
          padding: 'var(--gesso-space-xs) var(--gesso-space-md)',
          background: 'var(--gesso-raised)',
        },
        title: {
          font: 'var(--gesso-weight-title) var(--gesso-text-md) / var(--gesso-line-md) var(--gesso-font)',
        },
        overlay: { background: 'var(--gesso-backdrop)' },
      },
    },
    // without a transition, which would need a layout in each frame while a run moves its bar
    Progress: {
      defaultProps: { transitionDuration: 0, size: 'var(--gesso-space-2xs)' },
      // ten steps a second are seen as movement; sixty would repaint the bar, and a paid call takes a while
      styles: { root: OWN_COLOURS, section: { animationTimingFunction: 'steps(10)' } },
    },
    Tooltip: {
      defaultProps: { maw: 'var(--gesso-inspector)' },
      vars: () => ({
        tooltip: { '--tooltip-bg': 'var(--gesso-main)', '--tooltip-color': 'var(--gesso-on-main)' },
      }),
      // long addresses wrap
      styles: { tooltip: { ...NOTE, whiteSpace: 'pre-line', overflowWrap: 'anywhere' } },
    },
  },
});

/** Mantine's focus trap focuses an entry twice, the second time perhaps after an arrow key. */
function markFocused({ currentTarget, target }: FocusEvent): void {
  currentTarget.querySelector('[data-autofocus]')?.removeAttribute('data-autofocus');
  target.setAttribute('data-autofocus', '');
}

interface Fitted {
  readonly availableHeight: number;
  readonly elements: { readonly floating: HTMLElement };
}

interface ButtonProps {
  readonly size?: unknown;
  readonly variant?: unknown;
  readonly color?: unknown;
}

/** Sizes below 28 px, as Mantine's names or pixels. */
function isSmall(size: unknown): boolean {
  return typeof size === 'number' ? size < 28 : size === 'xs' || size === 'sm';
}
