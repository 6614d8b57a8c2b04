/** Whether “Report a problem” is open; any screen may open it. */
import { create } from 'zustand';

export const useReportDialog = create<{ readonly isShown: boolean }>(() => ({ isShown: false }));

export function reportProblem(): void {
  useReportDialog.setState({ isShown: true });
}

export function closeReport(): void {
  useReportDialog.setState({ isShown: false });
}
