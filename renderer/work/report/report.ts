/** Whether the dialog “Report a problem” is shown; any screen opens it. */
import { create } from 'zustand';

export const useReportDialog = create<{ readonly isShown: boolean }>(() => ({ isShown: false }));

/** Opens it. */
export function reportProblem(): void {
  useReportDialog.setState({ isShown: true });
}

/** Closes it. */
export function closeReport(): void {
  useReportDialog.setState({ isShown: false });
}
