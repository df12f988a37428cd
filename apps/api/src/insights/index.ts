export { createInsights } from './create-insights.ts';
