/** Names the tint over the photo. */
import { useSetting } from '../../../base/backend/settings.ts';
import { count } from '../../../base/ui/format.ts';
import { cleanedColor } from './cleaned-color.ts';
import classes from './Results.module.css';
import { useResults, useStudio } from '../session/index.ts';

export function CleanedNote() {
  const isOn = useResults((state) => state.isCleanedShown && state.compared === undefined);
  const shown = useStudio(
    (state) => state.patches.filter((patch) => patch.state === 'applied').length,
  );
  const maskColor = useSetting('maskColor');
  if (!isOn) return null;
  return (
    <div className={classes['cleaned']} role="status">
      <span className={classes['swatch']} style={{ background: cleanedColor(maskColor) }} />
      {count(shown, 'cleaned area')}
    </div>
  );
}
