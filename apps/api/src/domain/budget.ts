/** Whether nothing is left of a program's budget: it takes no new leads until the budget is raised. */
export const isExhausted = ({ budget_kop, spent_kop }: { budget_kop: number | null; spent_kop: number }) =>
  budget_kop !== null && spent_kop >= budget_kop;
