import { Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useViewer, useViewerSnapshot, ViewerContext } from './viewer-context.ts';
import type { Viewer } from './viewer.ts';
import { QuietButton } from '../../core/ui/variants.ts';

interface Lent {
  readonly viewer: Viewer | undefined;
  readonly lend: (viewer: Viewer | undefined) => void;
}

const LentContext = createContext<Lent>({ viewer: undefined, lend: () => undefined });

export function ToolbarZoomProvider({ children }: { readonly children: ReactNode }) {
  const [viewer, lend] = useState<Viewer>();
  const lent = useMemo(() => ({ viewer, lend }), [viewer]);
  return <LentContext value={lent}>{children}</LentContext>;
}

export function useToolbarViewer(): Viewer | undefined {
  return use(LentContext).viewer;
}

export function ZoomInToolbar() {
  const viewer = useViewer();
  const { lend } = use(LentContext);
  useEffect(() => {
    lend(viewer);
    return () => lend(undefined);
  }, [viewer, lend]);
  return null;
}

export function ZoomMenu() {
  const viewer = useToolbarViewer();
  return (
    <ViewerContext value={viewer}>
      <Zoom />
    </ViewerContext>
  );
}

const ZOOMS = [0.5, 1, 2, 4] as const;

function Zoom() {
  const viewer = useViewer();
  const zoom = useViewerSnapshot((snapshot) => snapshot.zoom);
  const hasPicture = useViewerSnapshot((snapshot) => snapshot.picture !== undefined);
  if (viewer === undefined || zoom === undefined || hasPicture !== true) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <QuietButton
          px="xs"
          aria-label={`Zoom: ${percent(zoom)}`}
          rightSection={<IconChevronDown size={16} />}
        >
          {percent(zoom)}
        </QuietButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item rightSection="0" onClick={() => viewer.fit()}>
          Fit
        </Menu.Item>
        {ZOOMS.map((factor) => (
          <Menu.Item
            key={factor}
            rightSection={factor === 1 ? '1' : undefined}
            onClick={() =>
              factor === 1 ? viewer.zoomToActualSize() : viewer.zoomBy(factor / zoom)
            }
          >
            {percent(factor)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function percent(zoom: number): string {
  return `${Math.round(zoom * 100)} %`;
}
