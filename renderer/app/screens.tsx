/**
 * All screens, and the sections of Settings that features contribute. To add one, see
 * `docs/adding-a-screen.md`.
 */
import {
  IconActivity,
  IconArchive,
  IconArrowsDiagonal,
  IconArrowsSplit2,
  IconBrush,
  IconChartBar,
  IconCoin,
  IconDatabase,
  IconInfoCircle,
  IconKeyboard,
  IconListCheck,
  IconMessage2,
  IconMoodSmile,
  IconMovie,
  IconPalette,
  IconPhotoUp,
  IconPlug,
  IconSettings,
  IconStack2,
  IconSunOff,
} from '@tabler/icons-react';
import { lazy, type ComponentType, type ReactNode } from 'react';
import type { SettingsSection } from '../core/screen/settings-sections.tsx';

export interface ScreenRow {
  /** Stable; other screens use it to open this one. */
  readonly id: string;
  readonly title: string;
  /** In at most six words, for newcomers; below its example on the first page. */
  readonly purpose?: string;
  readonly icon: ReactNode;
  /** The group in the rail. */
  readonly group: 'pictures' | 'text' | 'account';
  /** Whether it stays mounted in the background, with everything open in it. */
  readonly isKept: boolean;
  /** Besides `Alt` and its number. */
  readonly shortcut?: string;
  /** Further words that find it in the command palette. */
  readonly keywords?: readonly string[];
  readonly Screen: ComponentType;
}

const loadStudio = () => import('../screens/studio/StudioScreen.tsx');

export const SCREENS: readonly ScreenRow[] = [
  {
    id: 'studio',
    title: 'Studio',
    purpose: 'Remove anything from a photo',
    icon: <IconPalette size={20} stroke={1.5} />,
    group: 'pictures',
    isKept: true,
    keywords: ['photo', 'edit', 'canvas', 'home'],
    Screen: lazy(async () => ({ default: (await loadStudio()).StudioScreen })),
  },
  {
    id: 'faces',
    title: 'Faces',
    purpose: 'Put a face into another picture',
    icon: <IconMoodSmile size={20} stroke={1.5} />,
    group: 'pictures',
    isKept: true,
    keywords: ['face', 'merge', 'swap', 'portrait', 'head'],
    Screen: lazy(async () => ({
      default: (await import('../screens/faces/FacesScreen.tsx')).FacesScreen,
    })),
  },
  {
    id: 'upscale',
    title: 'Upscale',
    purpose: 'Enlarge up to four times',
    icon: <IconArrowsDiagonal size={20} stroke={1.5} />,
    group: 'pictures',
    isKept: true,
    keywords: ['enlarge', 'resize', 'sharpen', 'denoise', 'blurry', 'super resolution'],
    Screen: lazy(async () => ({
      default: (await import('../screens/upscale/UpscaleScreen.tsx')).UpscaleScreen,
    })),
  },
  {
    id: 'video',
    title: 'Video',
    purpose: 'Make a clip from a picture',
    icon: <IconMovie size={20} stroke={1.5} />,
    group: 'pictures',
    isKept: true,
    keywords: ['clip', 'animate', 'image to video', 'motion', 'gif', 'mp4'],
    Screen: lazy(async () => ({
      default: (await import('../screens/video/VideoScreen.tsx')).VideoScreen,
    })),
  },
  {
    id: 'recipes',
    title: 'Recipes',
    purpose: 'Repeat your steps on a folder',
    icon: <IconStack2 size={20} stroke={1.5} />,
    group: 'pictures',
    isKept: false,
    keywords: ['batch', 'series', 'folder', 'action', 'workflow', 'automate', 'droplet', 'many'],
    Screen: lazy(async () => ({
      default: (await import('../screens/recipes/RecipesScreen.tsx')).RecipesScreen,
    })),
  },
  {
    id: 'language',
    title: 'Language',
    purpose: 'Chat and continue texts',
    icon: <IconMessage2 size={20} stroke={1.5} />,
    group: 'text',
    isKept: true,
    keywords: ['chat', 'completion', 'text', 'write', 'model', 'prompt', 'conversation'],
    Screen: lazy(async () => ({
      default: (await import('../screens/language/LanguageScreen.tsx')).LanguageScreen,
    })),
  },
  {
    id: 'training',
    title: 'Training',
    icon: <IconPhotoUp size={20} stroke={1.5} />,
    group: 'text',
    isKept: false,
    keywords: [
      'data set',
      'dataset',
      'upload',
      'assets',
      'folder',
      'pictures',
      'fine-tune',
      'lora',
    ],
    Screen: lazy(async () => ({
      default: (await import('../screens/training/TrainingScreen.tsx')).TrainingScreen,
    })),
  },
  {
    id: 'spend',
    title: 'Spend',
    icon: <IconChartBar size={20} stroke={1.5} />,
    group: 'account',
    isKept: false,
    keywords: [
      'cost',
      'bill',
      'invoice',
      'money',
      'price',
      'usage',
      'chart',
      'billing',
      'credit',
      'how much',
      'forecast',
      'unusual',
      'voucher',
    ],
    Screen: lazy(async () => ({
      default: (await import('../screens/spend/SpendScreen.tsx')).SpendScreen,
    })),
  },
  {
    id: 'tasks',
    title: 'Tasks',
    icon: <IconListCheck size={20} stroke={1.5} />,
    group: 'account',
    isKept: false,
    keywords: ['jobs', 'queue', 'history', 'runs', 'progress', 'failed', 'log'],
    Screen: lazy(async () => ({
      default: (await import('../screens/tasks/TasksScreen.tsx')).TasksScreen,
    })),
  },
  {
    id: 'activity',
    title: 'Activity',
    icon: <IconActivity size={20} stroke={1.5} />,
    group: 'account',
    isKept: false,
    keywords: ['calls', 'network', 'requests', 'http', 'traffic', 'sent', 'privacy', 'curl'],
    Screen: lazy(async () => ({
      default: (await import('../screens/activity/ActivityScreen.tsx')).ActivityScreen,
    })),
  },
  {
    id: 'settings',
    title: 'Settings',
    icon: <IconSettings size={20} stroke={1.5} />,
    group: 'account',
    isKept: false,
    shortcut: 'Mod+,',
    // its sections have commands of their own
    keywords: ['preferences', 'options', 'account', 'connections', 'appearance', 'API key'],
    Screen: lazy(async () => ({
      default: (await import('../screens/settings/SettingsScreen.tsx')).SettingsScreen,
    })),
  },
];

export function screenTitle(screenId: string): string {
  return SCREENS.find(({ id }) => id === screenId)?.title ?? '';
}

export const SETTINGS_SECTIONS: readonly SettingsSection[] = [
  {
    id: 'connections',
    title: 'Connections',
    icon: <IconPlug size={16} />,
    Section: lazy(async () => ({
      default: (await import('../screens/connections/ConnectionsSection.tsx')).ConnectionsSection,
    })),
  },
  {
    id: 'prices',
    title: 'Prices',
    icon: <IconCoin size={16} />,
    Section: lazy(async () => ({
      default: (await import('../screens/settings/sections/PricesSection.tsx')).PricesSection,
    })),
  },
  {
    id: 'appearance',
    title: 'Appearance',
    icon: <IconSunOff size={16} />,
    Section: lazy(async () => ({
      default: (await import('../screens/settings/sections/AppearanceSection.tsx'))
        .AppearanceSection,
    })),
  },
  {
    id: 'studio',
    title: 'Mask and clean-up',
    icon: <IconBrush size={16} />,
    Section: lazy(async () => ({
      default: (await import('../screens/studio/StudioSettings.tsx')).StudioSettings,
    })),
  },
  {
    id: 'calls',
    title: 'Call limits',
    icon: <IconArrowsSplit2 size={16} />,
    Section: lazy(async () => ({
      default: (await import('../screens/settings/sections/CallsSection.tsx')).CallsSection,
    })),
  },
  {
    id: 'training',
    title: 'Training',
    icon: <IconPhotoUp size={16} />,
    Section: lazy(async () => ({
      default: (await import('../screens/training/TrainingSettings.tsx')).TrainingSettings,
    })),
  },
  {
    id: 'activity',
    title: 'Activity',
    icon: <IconActivity size={16} />,
    Section: lazy(async () => ({
      default: (await import('../screens/activity/ActivitySettings.tsx')).ActivitySettings,
    })),
  },
  {
    id: 'storage',
    title: 'Storage',
    icon: <IconDatabase size={16} />,
    Section: lazy(async () => ({
      default: (await import('../screens/settings/sections/StorageSection.tsx')).StorageSection,
    })),
  },
  {
    id: 'backups',
    title: 'Backups',
    icon: <IconArchive size={16} />,
    Section: lazy(async () => ({
      default: (await import('../screens/settings/sections/BackupsSection.tsx')).BackupsSection,
    })),
  },
  {
    id: 'shortcuts',
    title: 'Shortcuts',
    icon: <IconKeyboard size={16} />,
    Section: lazy(async () => ({
      default: (await import('../screens/settings/sections/ShortcutsSection.tsx')).ShortcutsSection,
    })),
  },
  {
    id: 'about',
    title: 'About',
    icon: <IconInfoCircle size={16} />,
    Section: lazy(async () => ({
      default: (await import('../screens/settings/sections/AboutSection.tsx')).AboutSection,
    })),
  },
];

/** Loads the code of the first screen early. */
export function preloadFirstScreen(): void {
  loadStudio().catch(() => undefined); // the screen itself reports the error
}
