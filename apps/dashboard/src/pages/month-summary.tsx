import { MonthSummary } from '../features/home/month-summary/month-summary.tsx';

export default function MonthSummaryPage() {
  return <MonthSummary />;
}
